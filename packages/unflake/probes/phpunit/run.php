<?php
/**
 * Runs a project's PHPUnit tests in exactly the given order and streams the result of each: `run.php <phpunit> [its arguments]`. PHPUnit
 * itself reads the configuration and loads the tests. Just before the first test we replace the suite by the selected tests.
 */
namespace Unflake;

require __DIR__ . '/stream.php';
require __DIR__ . '/installation.php';

\array_shift($_SERVER['argv']);
Installation::check($_SERVER['argv']);
Installation::setTimeZone();
// The project's autoloader, required in the same scope as in PHPUnit's own program.
require Installation::autoloader($_SERVER['argv'][0]);
Installation::checkVersion();
foreach (['tests', 'execution', 'selection', 'take-over', Installation::isNine() ? 'since-9' : 'since-10'] as $unflakeFile) {
    require __DIR__ . "/{$unflakeFile}.php";
}
$_SERVER['argv'] = \array_merge($_SERVER['argv'], TakeOver::prepare(), Installation::defaults($_SERVER['argv']));
$_SERVER['argc'] = \count($_SERVER['argv']);
$argv = $_SERVER['argv'];
$argc = $_SERVER['argc'];
foreach (['PHP_SELF', 'SCRIPT_NAME', 'SCRIPT_FILENAME', 'PATH_TRANSLATED'] as $unflakeFile) {
    $_SERVER[$unflakeFile] = $argv[0];
}
unset($unflakeFile);
require $argv[0];
