<?php
/**
 * Runs a project's PHPUnit tests in exactly the given order and streams what each of them does: `run.php <phpunit> [its arguments]`. PHPUnit
 * itself reads the configuration and loads the tests; just before the first one we put those that were chosen in the place of the suite.
 */
namespace Unflake;

require __DIR__ . '/stream.php';
require __DIR__ . '/installation.php';

\array_shift($_SERVER['argv']);
Installation::check($_SERVER['argv']);
Installation::setTimeZone();
// The autoloader of the project, in the same scope as where PHPUnit's own program requires it.
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
