/** Parses `tests/CartTest.php::App\CartTest::testTotal with data set #0`. Only the file and the name of the data set are escaped. */
export interface PhpunitId {
  readonly file: string;
  /** With its namespace. */
  readonly className: string;
  /** The name that PHPUnit's filter sees, with class and data set. */
  readonly fullName: string;
}

const ID = /^(.+?)::([\w\\\u0080-\u{10ffff}]+)::([\w\u0080-\u{10ffff}]+)((?: with data set (?:#\d+|".*"))?)$/su;

/** Null for the second of two equal tests, and for a name with a line break. */
export function parsePhpunitId(id: string): PhpunitId | null {
  const [, file, className, method, dataSet] = ID.exec(id) ?? [];
  if (file === undefined || /\\[nr#]/.test(`${file}${dataSet}`.replaceAll('\\\\', ''))) return null;
  const plain = (text: string): string => text.replaceAll('\\\\', '\\');
  return { file: plain(file), className: className!, fullName: `${className}::${method}${plain(dataSet!)}` };
}
