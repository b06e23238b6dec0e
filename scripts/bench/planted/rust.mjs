/** The defects in Rust, in a separate integration test. A module represents a file, because libtest sorts by the full name. */
import { RUST_LOCAL_TIME, RUST_NOW } from '../../fixtures/local-time.mjs';
import { indented, words } from './text.mjs';

const equal = (got, want) => `assert_eq!(${got}, ${want});`;

const LOCAL_DAY = `${RUST_LOCAL_TIME}

pub fn day_of(seconds: i64) -> String {
    let local = local_time(seconds);
    format!("{:04}-{:02}-{:02}", local.year + 1900, local.month + 1, local.day)
}`;

const SERVED = `let listener = serve("127.0.0.1:PORT").unwrap();
assert_eq!(ask(&listener), "ok");
std::thread::sleep(std::time::Duration::from_millis(40));`;

export const defects = {
  'module-state': {
    product: `pub static INDENT: AtomicUsize = AtomicUsize::new(2);

pub fn line(key: &str, value: u32) -> String {
    format!("{}{}: {}", " ".repeat(INDENT.load(Ordering::SeqCst)), key, value)
}`,
    polluter: `INDENT.store(4, Ordering::SeqCst);\n${equal('line("name", 1)', '"    name: 1"')}`,
    cleaner: `INDENT.store(2, Ordering::SeqCst);\n${equal('INDENT.load(Ordering::SeqCst)', '2')}`,
    victim: equal('line("size", 3)', '"  size: 3"'),
  },
  cache: {
    product: `static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

pub fn forget() {
    KNOWN.lock().unwrap().clear();
}

pub fn resolve(ending: &str, given: Option<&str>) -> String {
    let mut known = KNOWN.lock().unwrap();
    let usual = if ending == "txt" { "text/plain" } else { "image/jpeg" };
    known.entry(ending.to_string()).or_insert_with(|| given.unwrap_or(usual).to_string()).clone()
}`,
    polluter: `forget();\n${equal('resolve("txt", Some("text/markdown"))', '"text/markdown"')}`,
    cleaner: `forget();\n${equal('resolve("jpg", None)', '"image/jpeg"')}`,
    victim: equal('resolve("txt", None)', '"text/plain"'),
  },
  zone: { product: LOCAL_DAY, victim: equal('day_of(1718751600)', '"2024-06-18"') },
  'month-end': {
    product: `${RUST_LOCAL_TIME}

${RUST_NOW}

pub fn following(seconds: i64) -> Result<(i32, i32), String> {
    let local = local_time(seconds);
    let month = (local.month + 1) % 12;
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize];
    if local.day > days {
        return Err(format!("no day {} in month {}", local.day, month + 1));
    }
    Ok((month + 1, local.day))
}`,
    victim: `assert!(following(now()).is_ok());`,
  },
  port: {
    product: `pub fn serve(address: &str) -> std::io::Result<TcpListener> {
    TcpListener::bind(address)
}

pub fn ask(listener: &TcpListener) -> String {
    let address = listener.local_addr().unwrap();
    let client = std::thread::spawn(move || {
        let mut text = String::new();
        TcpStream::connect(address).unwrap().read_to_string(&mut text).unwrap();
        text
    });
    listener.accept().unwrap().0.write_all(b"ok").unwrap();
    client.join().unwrap()
}`,
    polluter: SERVED,
    victim: SERVED,
  },
  'short-wait': {
    product: `pub fn digest(seed: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    for round in 0..12_000u64 {
        hasher.write_u64(seed ^ round);
    }
    hasher.finish()
}`,
    victim: `let (sender, receiver) = std::sync::mpsc::channel();
std::thread::spawn(move || {
    for seed in 1..=3 {
        let _ = sender.send(digest(seed));
    }
});
std::thread::sleep(std::time::Duration::from_millis(60));
assert_eq!(receiver.try_iter().count(), 3);`,
  },
  'missing-await': {
    product: `pub fn write_later(path: PathBuf, text: &'static str) {
    std::thread::spawn(move || std::fs::write(path, text));
}`,
    victim: `let path = std::env::temp_dir().join(format!("journal-{}", std::process::id()));
write_later(path.clone(), "first");
let sum = (0..20_000u64).fold(7u64, |sum, next| sum.rotate_left(5) ^ next);
assert!(sum > 0);
let text = std::fs::read_to_string(&path).unwrap_or_default();
let _ = std::fs::remove_file(&path);
assert_eq!(text, "first");`,
  },
  'hash-order': {
    product: `pub fn join(labels: &[&str]) -> String {
    let seen: HashSet<String> = labels.iter().map(|label| label.trim().to_lowercase()).collect();
    seen.into_iter().collect::<Vec<_>>().join(", ")
}`,
    victim: equal('join(&["Draft ", "urgent", "draft"])', '"draft, urgent"'),
  },
  random: {
    product: `pub fn quote(name: &str) -> String {
    format!("'{}'", name)
}

pub fn any_name() -> &'static str {
    let draw = RandomState::new().build_hasher().finish() as usize;
    NAMES[draw % NAMES.len()]
}

const NAMES: [&str; 32] = [
    "Abel", "Baker", "Bauer", "Brown", "Clark", "Costa", "Dietz", "Evans", "Fuchs", "Garcia", "Gomez", "Green", "Haas", "Hughes",
    "Ivanov", "Jansen", "Keller", "Klein", "Lopez", "Meyer", "Moore", "Novak", "O'Brien", "Olsen", "Perez", "Quinn", "Rossi",
    "Silva", "Smith", "Tanaka", "Vogel", "Weber",
];`,
    victim: equal(`quote(any_name()).matches('\\'').count()`, '2'),
  },
  'leftover-file': {
    product: `pub fn path() -> PathBuf {
    std::env::temp_dir().join("SLUG-history.txt")
}

pub fn recent() -> Vec<String> {
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    text.lines().map(str::to_string).collect()
}

pub fn remember(text: &str) {
    let mut entries = recent();
    entries.push(text.to_string());
    std::fs::write(path(), entries.join("\\n")).unwrap();
}`,
    polluter: `remember("tea");\n${equal('recent().last().unwrap()', '"tea"')}`,
    victim: equal('recent().len()', '0'),
  },
  environment: {
    product: `pub fn warning(text: &str) -> String {
    match std::env::var("CI") {
        Ok(_) => text.to_string(),
        Err(_) => format!("\\u{1b}[33m{}\\u{1b}[0m", text),
    }
}`,
    victim: equal('warning("late")', '"\\u{1b}[33mlate\\u{1b}[0m"'),
  },
  'environment-leak': {
    product: `pub fn columns() -> usize {
    std::env::var("TEXT_WIDTH").ok().and_then(|width| width.parse().ok()).unwrap_or(80)
}`,
    polluter: `std::env::set_var("TEXT_WIDTH", "40");\n${equal('columns()', '40')}`,
    cleaner: `std::env::remove_var("TEXT_WIDTH");\nassert!(columns() > 0);`,
    victim: equal('columns()', '80'),
  },
  locale: {
    product: `pub fn amount(value: f64) -> String {
    let language = std::env::var("LC_ALL").or_else(|_| std::env::var("LANG")).unwrap_or_default();
    let text = format!("{:.2}", value);
    if language.starts_with("de") || language.starts_with("tr") { text.replace('.', ",") } else { text }
}`,
    victim: equal('amount(1234.5)', '"1234.50"'),
  },
};

const USES = {
  AtomicUsize: 'std::sync::atomic::{AtomicUsize, Ordering}',
  BTreeMap: 'std::collections::BTreeMap',
  'BuildHasher|build_hasher': 'std::hash::{BuildHasher, Hasher}',
  DefaultHasher: 'std::collections::hash_map::DefaultHasher',
  write_u64: 'std::hash::Hasher',
  HashSet: 'std::collections::HashSet',
  Mutex: 'std::sync::Mutex',
  PathBuf: 'std::path::PathBuf',
  RandomState: 'std::collections::hash_map::RandomState',
  TcpListener: 'std::net::{TcpListener, TcpStream}',
  TcpStream: 'std::io::{Read, Write}',
};

export function render({ stem, code, titles, files, project }) {
  const path = `${project.tests}/${stem}.rs`;
  const ids = {};
  const shown = {};
  const parts = files.map(({ place, roles }) => {
    const tests = roles.map((role) => {
      const name = words(titles[role], 'snake');
      shown[role] = `${place}::${name}`;
      ids[role] = `${path}::${place}::${name}`;
      return `#[test]\nfn ${name}() {\n${indented(code[role], '    ')}\n}`;
    });
    return `mod ${place} {\n    use super::*;\n\n${indented(tests.join('\n\n'), '    ')}\n}`;
  });
  const uses = Object.entries(USES).filter(([name]) => new RegExp(`\\b(${name})\\b`).test(code.product));
  const head = uses.map(([, from]) => `use ${from};\n`).join('');
  const text = `${head}${head && '\n'}${code.product}\n\n${parts.join('\n\n')}\n`;
  return { files: { [path]: text }, ids, typed: shown };
}

export function plain({ roles, ids, project }) {
  const names = roles.map((role) => ids[role].split('.rs::')[1]);
  const file = ids[roles[0]].split('.rs::')[0].split('/').at(-1);
  return `cargo test --quiet --test ${file} ${project.cargo ?? ''} -- --exact --test-threads=1 ${names.join(' ')}`;
}
