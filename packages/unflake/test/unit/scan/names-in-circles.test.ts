/** Names that stand for themselves, directly or through another: a scan that follows what names stand for must come to an end. */
import { beforeAll, expect, test } from 'vitest';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

const TEXTS: Readonly<Record<string, string>> = {
  'ATest.java': `import java.io.*; import org.junit.jupiter.api.Test;
class ATest { static final String A = B; static final String B = A; static int N = N * 2;
 @Test void a() throws Exception { String p = p + "/x"; new File(p).createNewFile(); new File(A).createNewFile(); Thread.sleep(N); new java.net.ServerSocket(N); long d = d * 2; Thread.sleep(d); } }
`,
  'ATest.kt': `val A = B
val B = A
class ATest { @Test fun a() { val p = p + "/x"; File(p).writeText(A); val n = n * 2; Thread.sleep(n); ServerSocket(n) } }
`,
  'ATest.php': `<?php class ATest extends TestCase { const A = self::B; const B = self::A; function testA() { $p = $p . '/x'; file_put_contents($p, self::A); $n = $n * 2; sleep($n); usleep($n); $this->assertEquals(scandir($p), scandir(self::A)); } }
`,
  'ATests.cs': `class ATests { const string A = B; const string B = A; [Fact] public void T() { var p = p + "/x"; File.WriteAllText(p, A); var n = n * 2; Thread.Sleep(n); new TcpListener(IPAddress.Loopback, n); } }
`,
  'a.bats': `A=$B
B=$A
@test "a" { P="$P/x"; touch "$P"; touch "$A"; N=$((N*2)); sleep "$N"; cd "$P"; }
`,
  'a.test.js': `const fs = require('fs'); const a = b; const b = a; let p = p + '/x'; var n = n * 2;
test('a', async () => { const x = x.y(x); fs.writeFileSync(p, a); fs.writeFileSync(\`\${x}/a\`, b); fs.writeFileSync(a, ''); await new Promise(r => setTimeout(r, n)); expect(fs.readdirSync(x)).toEqual(fs.readdirSync(a)); server.listen(n); server.listen(a); process.env[a] = b; const d = new Date(d); expect(d.getHours()).toBe(d); });
`,
  'a_spec.rb': `A = B
B = A
describe 'a' do it 'b' do p = p + '/x'; File.write(p, ''); File.write(A, B); n = n * 2; sleep n; sleep A; ENV[A] = B; expect(Dir.entries(p)).to eq [A] end end
`,
  'a_test.cpp': `const std::string A = B; const std::string B = A;
TEST(A, B) { auto p = p + "/x"; std::ofstream f(p); std::ofstream g(A); int n = n * 2; sleep(n); std::this_thread::sleep_for(std::chrono::milliseconds(n)); }
`,
  'a_test.go': `package a
import ("os";"testing";"time";"net")
func TestA(t *testing.T) {
	path := "/tmp/x"
	if true { path := path + "y"; os.Create(path) }
	a := b
	b := a
	d := time.Duration(d) * time.Millisecond
	time.Sleep(d)
	os.Create(a); os.WriteFile(b, nil, 0); net.Listen("tcp", a)
}
`,
  'lib.rs': `#[test] fn a() { let p = p.to_string(); let a = b.into(); let b = a.into(); std::fs::write(p, ""); std::fs::write(a, b); let n = n * 2; std::thread::sleep(Duration::from_millis(n)); TcpListener::bind(a); TcpListener::bind(p); }
`,
  'test_a.py': `import os, time, tempfile, random, locale
path = path + "/x"
a = b
b = a
n = n * 2
def test_a():
    p = os.path.join(p, "x")
    q = f"{q}/x"
    open(p).write("x"); open(q, "w"); open(path); open(a); open(b)
    time.sleep(n); time.sleep(a)
    x = x.y(x)
    assert os.listdir(x) == os.listdir(p)
    s = {*s}
    assert list(s) == [1]
    os.environ[a] = b
`,
};

test.each(Object.entries(TEXTS))('%s is read to its end', (file, text) => {
  const scanned = scanText(file, text, parse);
  expect(scanned?.findings.every(({ line }) => line > 0)).toBe(true);
});
