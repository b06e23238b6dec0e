/** The defects in Python, as functions for pytest and as methods for unittest. */
import { indented, words } from './text.mjs';

const MODULES = ['datetime', 'hashlib', 'json', 'os', 'random', 'socket', 'tempfile', 'threading', 'time'];

export const defects = {
  'module-state': {
    product: `DEFAULTS = {"indent": 2}


def configure(**changes):
    DEFAULTS.update(changes)


def render(key, value):
    return " " * DEFAULTS["indent"] + f"{key} = {value}"`,
    polluter: `_layout.configure(indent=4)
assert _layout.render("name", 1) == "    name = 1"`,
    cleaner: `_layout.configure(indent=2)
assert _layout.DEFAULTS["indent"] == 2`,
    victim: `assert _layout.render("size", 3) == "  size = 3"`,
  },
  cache: {
    product: `_known = {}


def forget():
    _known.clear()


def resolve(ending, given=None):
    if ending not in _known:
        table = {"txt": "text/plain", "jpg": "image/jpeg", **(given or {})}
        _known[ending] = table.get(ending, "application/octet-stream")
    return _known[ending]`,
    polluter: `_aliases.forget()
assert _aliases.resolve("txt", {"txt": "text/markdown"}) == "text/markdown"`,
    cleaner: `_aliases.forget()
assert _aliases.resolve("jpg") == "image/jpeg"`,
    victim: `assert _aliases.resolve("txt") == "text/plain"`,
  },
  zone: {
    product: `def day_of(seconds):
    return datetime.datetime.fromtimestamp(seconds).strftime("%Y-%m-%d")`,
    victim: `assert _stamps.day_of(1718751600) == "2024-06-18"`,
  },
  'month-end': {
    product: `def following(today):
    return today.replace(year=today.year + today.month // 12, month=today.month % 12 + 1)`,
    victim: `today = datetime.date.today()
assert (_billing.following(today) - today).days >= 28`,
  },
  port: {
    product: `class Status:
    def __init__(self, port):
        self.server = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            client.sendall(b"ok")
            client.close()

    def stop(self):
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()


def ask(port):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        return client.recv(2)`,
    polluter: `_status.Status(PORT)
assert _status.ask(PORT) == b"ok"`,
    victim: `status = _status.Status(PORT)
try:
    assert _status.ask(PORT) == b"ok"
finally:
    status.stop()`,
  },
  'short-wait': {
    product: `class Batch:
    def __init__(self, items):
        self.items = items
        self.digests = []

    def start(self):
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        for item in self.items:
            self.digests.append(hashlib.pbkdf2_hmac("sha256", item, b"pepper", 4000))`,
    victim: `batch = _digests.Batch([b"one", b"two", b"three"])
batch.start()
time.sleep(0.08)
assert len(batch.digests) == 3`,
  },
  'missing-await': {
    product: `def write_later(path, entry):
    writer = threading.Thread(target=_write, args=(path, entry))
    writer.start()
    return writer


def _write(path, entry):
    with open(path, "w") as file:
        json.dump(entry, file)`,
    victim: `with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "entry.json")
    _journal.write_later(path, {"title": "first"})
    names = sorted(f"entry-{number}" for number in range(12_000))
    assert names[0] == "entry-0"
    assert os.path.getsize(path) == 18`,
  },
  'hash-order': {
    product: `def join(labels):
    return ", ".join({label.strip().lower() for label in labels})`,
    victim: `assert _labels.join(["Draft ", "urgent", "draft"]) == "draft, urgent"`,
  },
  random: {
    product: `def quote(name):
    return "'" + name + "'"`,
    before: `NAMES = """
Abel Baker Bauer Brown Clark Costa Dietz Evans Fuchs Garcia Gomez Green Haas Hughes Ivanov Jansen
Keller Klein Lopez Meyer Moore Novak O'Brien Olsen Perez Quinn Rossi Silva Smith Tanaka Vogel Weber
""".split()`,
    victim: `name = random.choice(NAMES)
assert _quoting.quote(name).count("'") == 2`,
  },
  'leftover-file': {
    product: `PATH = os.path.join(tempfile.gettempdir(), "SLUG-history.json")


def recent():
    if not os.path.exists(PATH):
        return []
    with open(PATH) as file:
        return json.load(file)


def remember(text):
    entries = recent() + [text]
    with open(PATH, "w") as file:
        json.dump(entries[-5:], file)`,
    polluter: `_history.remember("tea")
assert _history.recent()[-1] == "tea"`,
    victim: `assert _history.recent() == []`,
  },
  environment: {
    product: `def warning(text):
    if os.environ.get("CI"):
        return text
    return f"\\033[33m{text}\\033[0m"`,
    victim: `assert _palette.warning("late") == "\\033[33mlate\\033[0m"`,
  },
  'environment-leak': {
    product: `def columns():
    return int(os.environ.get("TEXT_WIDTH", "80"))`,
    polluter: `os.environ["TEXT_WIDTH"] = "40"
assert _width.columns() == 40`,
    cleaner: `os.environ.pop("TEXT_WIDTH", None)
assert _width.columns() > 0`,
    victim: `assert _width.columns() == 80`,
  },
  locale: {
    product: `def amount(value):
    language = os.environ.get("LC_ALL") or os.environ.get("LANG") or "C"
    text = f"{value:.2f}"
    return text.replace(".", ",") if language[:2] in ("de", "fr", "tr") else text`,
    victim: `assert _amounts.amount(1234.5) == "1234.50"`,
  },
};

/** `files`: the roles in each test file. */
export function render({ stem, code, titles, files, project }) {
  const { runner, tests, source, package: name } = project;
  const written = { [`${source}/_${stem}.py`]: `${imports(code.product)}${code.product}\n` };
  const ids = {};
  for (const { place, roles } of files) {
    const path = `${tests}/test_${stem}_${place}.py`;
    const group = words(`${stem} ${place}`, 'Pascal');
    const parts = roles.map((role) => {
      const test = `test_${words(titles[role], 'snake')}`;
      ids[role] = runner === 'pytest' ? `${path}::${test}` : `${path}::${group}::${test}`;
      const isMethod = runner === 'unittest';
      return `def ${test}(${isMethod ? 'self' : ''}):\n${indented(code[role], '    ')}`;
    });
    const body =
      runner === 'pytest'
        ? parts.join('\n\n\n')
        : `class ${group}(unittest.TestCase):\n${indented(parts.join('\n\n'), '    ')}`;
    const before = code.before && roles.includes('victim') ? `${code.before}\n\n\n` : '';
    const head = runner === 'unittest' ? ['unittest'] : [];
    written[path] = `${imports(`${body}${before}`, head)}from ${name} import _${stem}\n\n\n${before}${body}\n`;
  }
  return { files: written, ids, typed: ids };
}

function imports(text, more = []) {
  const used = MODULES.filter((name) => new RegExp(`\\b${name}\\.`).test(text));
  const lines = [...used, ...more].sort().map((name) => `import ${name}\n`);
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

/** The command that a person types for these tests in this order. */
export function plain({ ids, roles, project }) {
  if (project.runner === 'pytest')
    return `.venv/bin/python -m pytest -q -p no:cacheprovider ${roles.map((role) => ids[role]).join(' ')}`;
  const dotted = (id) => id.replaceAll('::', '.').replace('.py', '').replaceAll('/', '.');
  return `.venv/bin/python -m unittest ${roles.map((role) => dotted(ids[role])).join(' ')}`;
}
