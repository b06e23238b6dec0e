/** The defects in Go, in the package of the project itself. */
import { indented, words } from './text.mjs';

const PACKAGES = {
  fmt: 'fmt',
  hex: 'encoding/hex',
  io: 'io',
  json: 'encoding/json',
  net: 'net',
  os: 'os',
  filepath: 'path/filepath',
  rand: 'math/rand',
  sha256: 'crypto/sha256',
  strconv: 'strconv',
  strings: 'strings',
  testing: 'testing',
  time: 'time',
};

const equal = (got, want) => `if got := ${got}; got != ${want} {
	t.Errorf("got %v, want %v", got, ${want})
}`;

export const defects = {
  'module-state': {
    product: `var layoutIndent = 2

func layoutLine(key string, value int) string {
	return fmt.Sprintf("%s%s: %d", strings.Repeat(" ", layoutIndent), key, value)
}`,
    polluter: `layoutIndent = 4\n${equal('layoutLine("name", 1)', '"    name: 1"')}`,
    cleaner: `layoutIndent = 2\n${equal('layoutIndent', '2')}`,
    victim: equal('layoutLine("size", 3)', '"  size: 3"'),
  },
  cache: {
    product: `var aliasesKnown = map[string]string{}

func forgetAliases() {
	aliasesKnown = map[string]string{}
}

func resolveAlias(ending string, given map[string]string) string {
	if found, ok := aliasesKnown[ending]; ok {
		return found
	}
	table := map[string]string{"txt": "text/plain", "jpg": "image/jpeg"}
	for name, kind := range given {
		table[name] = kind
	}
	aliasesKnown[ending] = table[ending]
	return table[ending]
}`,
    polluter: `forgetAliases()\n${equal('resolveAlias("txt", map[string]string{"txt": "text/markdown"})', '"text/markdown"')}`,
    cleaner: `forgetAliases()\n${equal('resolveAlias("jpg", nil)', '"image/jpeg"')}`,
    victim: equal('resolveAlias("txt", nil)', '"text/plain"'),
  },
  zone: {
    product: `func dayOf(seconds int64) string {
	return time.Unix(seconds, 0).Format("2006-01-02")
}`,
    victim: equal('dayOf(1718751600)', '"2024-06-18"'),
  },
  'month-end': {
    product: `func following(today time.Time) time.Time {
	return today.AddDate(0, 1, 0)
}`,
    victim: `today := time.Now()\n${equal('following(today).Month()', 'today.Month()%12+1')}`,
  },
  port: {
    product: `func serveStatus(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(client, "ok")
			client.Close()
		}
	}()
	return listener, nil
}

func askStatus(address string) string {
	client, err := net.Dial("tcp", address)
	if err != nil {
		return err.Error()
	}
	defer client.Close()
	text, _ := io.ReadAll(client)
	return string(text)
}`,
    polluter: `if _, err := serveStatus("127.0.0.1:PORT"); err != nil {
	t.Fatal(err)
}
${equal('askStatus("127.0.0.1:PORT")', '"ok"')}`,
    victim: `listener, err := serveStatus("127.0.0.1:PORT")
if err != nil {
	t.Fatal(err)
}
defer listener.Close()
${equal('askStatus("127.0.0.1:PORT")', '"ok"')}`,
  },
  'short-wait': {
    product: `func digestAll(items []string, done chan<- string) {
	for _, item := range items {
		sum := sha256.Sum256([]byte(item))
		for round := 0; round < 8000; round++ {
			sum = sha256.Sum256(sum[:])
		}
		done <- hex.EncodeToString(sum[:])
	}
}`,
    victim: `done := make(chan string, 3)
go digestAll([]string{"one", "two", "three"}, done)
time.Sleep(90 * time.Millisecond)
${equal('len(done)', '3')}`,
  },
  'missing-await': {
    product: `func writeJournal(path string, entry map[string]string) {
	text, _ := json.Marshal(entry)
	_ = os.WriteFile(path, text, 0o600)
}`,
    victim: `path := filepath.Join(t.TempDir(), "entry.json")
go writeJournal(path, map[string]string{"title": "first"})
sum := sha256.Sum256([]byte(strings.Repeat("first", 40000)))
if len(hex.EncodeToString(sum[:])) != 64 {
	t.Error("short sum")
}
text, _ := os.ReadFile(path)
${equal('string(text)', '`{"title":"first"}`')}`,
  },
  'hash-order': {
    product: `func joinLabels(labels []string) string {
	seen := map[string]bool{}
	for _, label := range labels {
		seen[strings.ToLower(strings.TrimSpace(label))] = true
	}
	var names []string
	for name := range seen {
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}`,
    victim: equal('joinLabels([]string{"Draft ", "urgent", "draft"})', '"draft, urgent"'),
  },
  random: {
    product: `func quoteName(name string) string {
	return "'" + name + "'"
}`,
    before: `var familyNames = strings.Fields(\`
Abel Baker Bauer Brown Clark Costa Dietz Evans Fuchs Garcia Gomez Green Haas Hughes Ivanov Jansen
Keller Klein Lopez Meyer Moore Novak O'Brien Olsen Perez Quinn Rossi Silva Smith Tanaka Vogel Weber
\`)`,
    victim: `name := familyNames[rand.Intn(len(familyNames))]\n${equal(`strings.Count(quoteName(name), "'")`, '2')}`,
  },
  'leftover-file': {
    product: `var historyPath = filepath.Join(os.TempDir(), "SLUG-history.json")

func recentSearches() []string {
	var entries []string
	if text, err := os.ReadFile(historyPath); err == nil {
		_ = json.Unmarshal(text, &entries)
	}
	return entries
}

func rememberSearch(text string) error {
	entries, err := json.Marshal(append(recentSearches(), text))
	if err != nil {
		return err
	}
	return os.WriteFile(historyPath, entries, 0o600)
}`,
    polluter: `if err := rememberSearch("tea"); err != nil {
	t.Fatal(err)
}
entries := recentSearches()
${equal('entries[len(entries)-1]', '"tea"')}`,
    victim: equal('len(recentSearches())', '0'),
  },
  environment: {
    product: `func warning(text string) string {
	if os.Getenv("CI") != "" {
		return text
	}
	return "\\x1b[33m" + text + "\\x1b[0m"
}`,
    victim: equal('warning("late")', '"\\x1b[33mlate\\x1b[0m"'),
  },
  'environment-leak': {
    product: `func textColumns() int {
	if width, err := strconv.Atoi(os.Getenv("TEXT_WIDTH")); err == nil {
		return width
	}
	return 80
}`,
    polluter: `os.Setenv("TEXT_WIDTH", "40")\n${equal('textColumns()', '40')}`,
    cleaner: `os.Unsetenv("TEXT_WIDTH")\nif textColumns() <= 0 {\n\tt.Error("no width")\n}`,
    victim: equal('textColumns()', '80'),
  },
  locale: {
    product: `func amount(value float64) string {
	language := os.Getenv("LC_ALL")
	if language == "" {
		language = os.Getenv("LANG")
	}
	text := strconv.FormatFloat(value, 'f', 2, 64)
	if strings.HasPrefix(language, "de") || strings.HasPrefix(language, "tr") {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}`,
    victim: equal('amount(1234.5)', '"1234.50"'),
  },
};

export function render({ stem, code, titles, files, project }) {
  const { tests, package: name } = project;
  const at = (file) => (tests === '.' ? file : `${tests}/${file}`);
  const written = { [at(`${stem}.go`)]: source(name, code.product) };
  const ids = {};
  const shown = {};
  for (const { place, roles } of files) {
    const parts = roles.map((role) => {
      shown[role] = `Test${words(titles[role], 'Pascal')}`;
      ids[role] = `${tests}::${shown[role]}`;
      return `func ${shown[role]}(t *testing.T) {\n${indented(code[role], '\t')}\n}`;
    });
    const before = code.before && roles.includes('victim') ? [code.before] : [];
    written[at(`${stem}_${place}_test.go`)] = source(name, [...before, ...parts].join('\n\n'));
  }
  return { files: written, ids, typed: shown };
}

function source(name, code) {
  const used = Object.entries(PACKAGES).filter(([short]) => new RegExp(`(?<![\\w."])${short}\\.[A-Z]`).test(code));
  const lines = used.map(([, from]) => `\t"${from}"\n`).sort();
  return `package ${name}\n\n${lines.length > 0 ? `import (\n${lines.join('')})\n\n` : ''}${code}\n`;
}

export function plain({ ids, roles, project }) {
  const names = roles.map((role) => ids[role].split('::')[1]);
  return `go test -count=1 -run '^(${names.join('|')})$' ./${project.tests}`;
}
