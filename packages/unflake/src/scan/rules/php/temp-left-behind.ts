import { ruleOf } from '../kinds.ts';
import { heldName, isHandedOn, sharedText } from '../place.ts';
import { functions } from './called.ts';

export const tempLeftBehind = ruleOf('php', 'temp-left-behind', {
  fix: 'Remove it in `tearDown()` or `finally`: `unlink($path)`, `rmdir($dir)`; `tmpfile()` removes itself.',
  find: [
    functions(
      ['tempnam'],
      ({ node, file }) =>
        !isHandedOn(heldName(node), node, file) &&
        !/\bunlink\(|->remove\(|rmdir\(|removeDirectory|deleteDirectory/.test(sharedText(node, file)),
    ),
    functions(
      ['mkdir'],
      ({ node, args, file }) =>
        /sys_get_temp_dir\(\)/.test(args[0]?.text() ?? '') &&
        !/\brmdir\(|->remove\(|removeDirectory|deleteDirectory|rrmdir/.test(sharedText(node, file)),
    ),
  ],
  flags: [
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $path = tempnam(sys_get_temp_dir(), 'a'); $this->assertTrue(load($path)); } }\n",
    "<?php\nfinal class ATest extends TestCase { protected function setUp(): void { $this->path = tempnam('', 'a'); } }\n",
    "<?php\nit('builds', function () { $path = tempnam(sys_get_temp_dir(), 'a'); expect(build($path))->toBeTrue(); });\n",
    '<?php\nfinal class ATest extends TestCase { protected function setUp(): void { mkdir(sys_get_temp_dir() . "/" . uniqid()); } }\n',
  ],
  allows: [
    "<?php\nfinal class ATest extends TestCase { protected function setUp(): void { $this->path = tempnam('', 'a'); } protected function tearDown(): void { unlink($this->path); } }\n",
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $file = tmpfile(); $this->assertIsResource($file); } }\n',
    "<?php\nfinal class ATest extends TestCase { private function path(): string { return tempnam('', 'a'); } }\n",
    { file: 'src/Cache.php', text: "<?php\n$path = tempnam('', 'c');\n" },
  ],
});
