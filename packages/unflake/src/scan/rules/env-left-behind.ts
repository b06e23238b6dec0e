import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf, callsIn } from '../semantics/calls.ts';
import { isLeft as isLeftInGo } from '../semantics/go/left-behind.ts';
import { scopeOf } from '../semantics/index.ts';
import { putsBack } from '../semantics/javascript/around.ts';
import { functionText } from '../semantics/place.ts';
import { isAlone, isGuarded, isInGuard } from '../semantics/rust/left-behind.ts';
import { commandOf } from '../semantics/shell/command.ts';
import { isLocale, variablesOf } from '../semantics/shell/left-behind.ts';
import { staysBehind } from '../semantics/stays-behind.ts';
import { givesBack, isAfter, isAround, quoted, re, testNode, undone } from '../semantics/undone.ts';
import { textAt } from '../syntax/node.ts';
import { notRestored } from './left-behind.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

type Place = Pick<Call, 'node' | 'file'>;

/** It takes a variable away itself, or the same function does so, or sets it again by the name that it was given, if too late for a failure. */
function isTakenBack(place: Node, file: SourceFile): boolean {
  const key = argumentsOf(place)[0]?.text() ?? '';
  if (place.is('assignment_expression')) return functionText(place, file).includes(`delete ${place.fieldText('left')}`);
  const again = `^os\\.(?:Unsetenv${/^\w+$/.test(key) ? '|Setenv' : ''})$`;
  const others = callsIn(scopeOf(place, file), again).filter((call) => argumentsOf(call)[0]?.text() === key);
  return /^os\.Unsetenv\(/.test(place.text()) || others.some((call) => call.id() !== place.id());
}

const PYTHON_GUARDS =
  /patch\.dict\([^)]*environ|isolated_filesystem|\bchdir\(|contextlib\.chdir|set_env|temp_env|environ\(/;
const JAVASCRIPT_RESTORES =
  'delete process\\.env\\[[a-z]|^process\\.env[ \\n]*=|^(?:Object\\.assign|Reflect\\.[A-Za-z0-9_]+)\\(process\\.env|\\b(?:unstubAllEnvs|restoreEnv|resetEnv|mockedEnv|restoreAll)\\b';
const JAVA_GUARDS =
  /@(?:SetSystemProperty|ClearSystemProperty|RestoreSystemProperties|SetEnvironmentVariable)\b|\b(?:restoreSystemProperties|RestoreSystemProperties|ProvideSystemProperty|SystemPropertiesExtension|SystemStubs)\b/;
const KOTLIN_GUARDS =
  /@(?:Set|Clear|Restore)SystemPropert|@DefaultTimeZone|@DefaultLocale|SystemPropertyTestListener|RestoreSystemProperties/;
const CPP_GUARDS = /\bScoped(?:Env|Locale)\w*|EnvGuard|EnvironmentGuard/;

export const envLeftBehind: Kind = {
  name: 'env-left-behind',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'error',
  where: 'tests',
  message: 'changes the environment of the process and does not restore it',
  why: 'Every test that runs later in this process sees the change.',
  // Of these the helpers and base classes that a suite loads mostly put everything back.
  isSure: (place, file) =>
    !/^(?:shell|php|ruby|python)$/.test(file.language) &&
    !/^delete |\((?:current|orig|old|prev|saved|before)\w*\)$/.test(place.text()) &&
    staysBehind(place, file) &&
    !isTakenBack(place, file) &&
    // What is held until the end of the test may put it back.
    !/let _\w+ = /.test(scopeOf(place, file).text()),
  languages: {
    python: row(
      'Use `monkeypatch.setenv` and `monkeypatch.chdir`, or `with mock.patch.dict(os.environ, {…}):`.',
      nodesOf(
        'assignment',
        /environ/,
        (node, file) =>
          isEnvironment(node.field('left'), file) && !givesBack(node, file) && isLeftInPython({ node, file }),
      ),
      nodesOf(
        'delete_statement',
        /environ/,
        (node, file) => isEnvironment(node.namedChildren()[0] ?? null, file) && isLeftInPython({ node, file }),
      ),
      calls(
        'os.environ.update os.environ.setdefault os.environ.pop os.environ.clear os.putenv os.unsetenv',
        isLeftInPython,
      ),
      calls('os.chdir', notRestored(/\bchdir\b/, PYTHON_GUARDS)),
      calls('os.umask', notRestored(/\bumask\b/, PYTHON_GUARDS)),
    ),
    javascript: row(
      'Put it back where failures pass too: `vi.stubEnv` with `vi.unstubAllEnvs()`, or save the value and restore it in `afterEach`.',
      nodesOf('assignment_expression', /^process\.env(?:\.|\[)/, (node, file) =>
        isLeftInJavascript(node, node.fieldText('left'), file),
      ),
      nodesOf('unary_expression', /^delete process\.env/, (node, file) => {
        const variable = node.text().replace(/^delete\s+/, '');
        return (
          testNode(node, file) !== null && isLeftInJavascript(node, variable, file) && !isCleanup(node, variable, file)
        );
      }),
      calls(
        'process.chdir',
        (call) =>
          !/^(?:original|old|previous|prev|saved|start|initial|before|cwd|back|home)/i.test(textAt(call.args[0])) &&
          notRestored(/^process\.chdir\(/)(call),
      ),
      calls(
        'vi.stubEnv vitest.vi.stubEnv',
        ({ node, file }) => !undone(node, file, ['call_expression', 'unstubAllEnvs\\(\\)$']),
      ),
      calls(
        'Object.assign',
        ({ node, args, file }) => args[0]?.text() === 'process.env' && isLeftInJavascript(node, 'process.env', file),
      ),
    ),
    java: row(
      'Put it back in `@AfterEach` (`System.clearProperty`, or the value that was there), or use JUnit Pioneer’s `@SetSystemProperty`.',
      calls('System.setProperty System.clearProperty Boolean.setBoolean', (call) => {
        const key = quoted(textAt(call.args[0]));
        return notRestored(
          re`^System\.(?:set|clear)Property\([ \n]*${key}[ \n]*[,)]|^System\.getProperties\(\)\.remove\(|^restoreProperty\(|^System\.setProperties\(`,
          JAVA_GUARDS,
        )(call);
      }),
      calls('System.setProperties', notRestored(/^System\.setProperties\(/)),
    ),
    go: row(
      'Use `t.Setenv` and `t.Chdir`, which put back the old value when the test ends.',
      calls('os.Setenv os.Unsetenv os.Clearenv os.Chdir', isLeftInGo),
    ),
    rust: row(
      'Pass the value in. Where that cannot be: `temp_env::with_var`, or `#[serial]` with a guard that puts the old value back when dropped.',
      calls('std.env.set_var std.env.remove_var std.env.set_current_dir', isLeftInRust),
    ),
    shell: row(
      'Do it in a subshell, `( cd "$place" && … )`, set it for one command, `MODE=x app`, or put it back in `tearDown`.',
      nodesOf('declaration_command', /^export\b/, (node, file) =>
        variablesOf(node).some(
          (name) =>
            !isLocale(name) && notRestored(re`\b(?:unset|export)\b[^\n]*\b${name}\b|\b${name}=`)({ node, file }),
        ),
      ),
      nodesOf(
        'unset_command',
        null,
        (node, file) =>
          !/-f\b/.test(node.text()) &&
          variablesOf(node).some(
            (name) => name === name.toUpperCase() && notRestored(re`\b${name}=`)({ node, file }),
          ) &&
          !isUndoing(node.text(), file.text, node.start()),
      ),
      nodesOf(
        'command',
        /^(?:cd|pushd|umask)\b/,
        (node, file) =>
          !/^cd\s+(?:-|"?\$\{?(?:OLDPWD|before|old|here|start|orig)\w*)/i.test(node.text()) &&
          notRestored(commandOf(node).name === 'umask' ? /\bumask\b/ : /\bcd\b|\bpopd\b/)({ node, file }),
      ),
    ),
    kotlin: row(
      'Put it back in `@AfterEach` (`System.clearProperty`, `Locale.setDefault(saved)`), or use Kotest’s `withSystemProperty`, JUnit Pioneer’s `@SetSystemProperty`.',
      calls('java.lang.System.setProperty', (call) => {
        const key = quoted(textAt(call.args[0]));
        return notRestored(re`System\.(?:setProperty|clearProperty)\(\s*${key}`, KOTLIN_GUARDS)(call);
      }),
      calls(
        'java.util.TimeZone.setDefault java.util.Locale.setDefault',
        notRestored(/(?:TimeZone|Locale)\.setDefault\(/, KOTLIN_GUARDS),
      ),
    ),
    ruby: row(
      'Give the change a block that ends it: `ClimateControl.modify(A: "b") { … }`, `Dir.chdir(dir) { … }`, or put it back in `after`.',
      nodesOf('assignment', /^ENV\[/, (node, file) => {
        const name = /^ENV\[([^\]]+)\]/.exec(node.text())?.[1] ?? '';
        // A name that is given is put back as likely as set; nothing is what was there before.
        if (!/^["']/.test(name) || /=\s*nil$|\|\|=/.test(node.text()) || isRubyHelper(file)) return false;
        return notRestored(
          re`ENV\[${quoted(name)}\]\s*=(?!=)|ENV\.delete[( ]\s*${quoted(name)}|ENV\.(?:replace|update)\(`,
        )({ node, file });
      }),
      calls(
        'Dir.chdir',
        (call) =>
          call.args.length === 1 &&
          call.node.field('block') === null &&
          !isRubyHelper(call.file) &&
          notRestored(/Dir\.chdir/)(call),
      ),
    ),
    csharp: row(
      'Put it back in `Dispose`, `[TearDown]` or `finally`: `Environment.SetEnvironmentVariable(name, saved)`, `CultureInfo.CurrentCulture = saved`.',
      calls('System.Environment.SetEnvironmentVariable', (call) =>
        notRestored(re`SetEnvironmentVariable\(\s*${quoted(textAt(call.args[0]))}\s*[,)]`)(call),
      ),
      calls('System.IO.Directory.SetCurrentDirectory', notRestored(/SetCurrentDirectory\(/)),
      nodesOf(
        'assignment_expression',
        /^(?:CultureInfo\.(?:CurrentCulture|CurrentUICulture|DefaultThreadCurrentCulture)|Environment\.CurrentDirectory)[ ]*=/,
        (node, file) => notRestored(re`${quoted(node.field('left')!.text())} =`)({ node, file }),
      ),
    ),
    cpp: row(
      'Put it back in `TearDown` or by a guard object: `unsetenv(name)`, `setenv(name, saved, 1)`, `std::filesystem::current_path(saved)`, `std::locale::global(saved)`.',
      calls('setenv unsetenv _putenv_s', (call) =>
        notRestored(re`\b(?:setenv|unsetenv|_putenv_s)\(\s*${quoted(textAt(call.args[0]))}`, CPP_GUARDS)(call),
      ),
      calls('chdir std.filesystem.current_path fs.current_path setlocale std.setlocale std.locale.global', (call) => {
        const callee = call.name.slice(call.name.lastIndexOf('.') + 1);
        if (callee === 'setlocale' && /^(?:NULL|nullptr|0|"C")$/.test(textAt(call.args[1]))) return false;
        return call.args.length > 0 && notRestored(re`\b${callee}\(\s*[^)\s]`, CPP_GUARDS)(call);
      }),
    ),
    php: row(
      'Put it back in `tearDown()`: `putenv("NAME")`, `unset($_ENV["NAME"])`, `chdir($saved)`, `date_default_timezone_set($saved)`; or `#[RunInSeparateProcess]`.',
      calls('putenv', (call) => {
        const key = /^["']([^="']+)=/.exec(textAt(call.args[0]))?.[1];
        return key !== undefined && isLeftInPhp(call, `putenv\\(\\s*["']${quoted(key)}\\b`);
      }),
      calls('chdir date_default_timezone_set setlocale mb_internal_encoding ini_set', (call) => {
        const callee = call.node.field('function')!.text().replace(/^\\/, '');
        if (callee === 'setlocale' && /^(?:0|null)$/i.test(textAt(call.args[1]))) return false;
        return call.args.length > 0 && isLeftInPhp(call, `${callee}\\(`);
      }),
      nodesOf('assignment_expression', /^\$_(?:ENV|SERVER)\[/, (node, file) => {
        const target = quoted(node.field('left')!.text());
        return (
          !/BackupGlobals\(true\)|@backupGlobals enabled/.test(file.text) &&
          isLeftInPhp({ node, file }, `${target}\\s*=(?!=)|unset\\([^)]*${target}`)
        );
      }),
    ),
  },
};

/** Put back by its name, or with everything else. */
function isLeftInPython(call: Place): boolean {
  const key = /["'](\w+)["']/.exec(call.node.text())?.[1];
  const restores =
    key === undefined
      ? /\benviron\b|putenv|unsetenv/
      : re`\benviron\.(?:clear|update)|\benviron\s*=|\b(?:environ|putenv|unsetenv)\b[\s\S]*["']${key}["']`;
  return notRestored(restores, PYTHON_GUARDS)(call);
}

function isEnvironment(target: Node | null, file: SourceFile): boolean {
  const held = target?.is('subscript') ? target.field('value') : null;
  return held != null && file.meanings(held.text(), held).includes('os.environ');
}

/** By its name, name by name from what was saved, or with everything else. */
function isLeftInJavascript(node: Node, variable: string, file: SourceFile): boolean {
  const word = quoted(/(\w+)["'\]]*$/.exec(variable)?.[1] ?? '');
  const value = node.field('right');
  if (value?.is('identifier') && re`\b${quoted(value.text())}\b\s*=\s*process\.env`.test(file.text)) return false;
  if (
    undone(node, file, ['assignment_expression', '^process\\.env\\[[A-Za-z]+\\] *='], putsBack) ||
    !notRestored(new RegExp(`^(?:delete )?process\\.env(?:\\.|\\[["'\`]?)${word}\\b`))({ node, file })
  )
    return false;
  const all = ['assignment_expression, call_expression', JAVASCRIPT_RESTORES] as const;
  return !undone(node, file, all, (other) => !isAround(other, node));
}

/** Takes away what the same test has set. */
const isCleanup = (node: Node, left: string, file: SourceFile): boolean =>
  undone(node, file, ['assignment_expression', `^${quoted(left)}\\s*=`], (other) => isAfter(node, other));

function isLeftInRust({ node, name, args, file }: Call): boolean {
  if (isInGuard(node, file)) return false;
  const scope = scopeOf(node, file);
  const isDirectory = name.endsWith('dir');
  const same = isDirectory ? '(?:^|::)set_current_dir$' : '(?:^|::)(?:set_var|remove_var)$';
  const others = callsIn(scope, same).filter(
    (call) => call.id() !== node.id() && (isDirectory || argumentsOf(call)[0]?.text() === args[0]?.text()),
  );
  // The one that puts it back is judged with the one that changes it.
  if (others.some((call) => isAfter(node, call))) return false;
  return !(others.length > 0 && isAlone(scope)) && !isGuarded(scope, file);
}

/** `unset MODE` behind `export MODE=x` puts back. */
function isUndoing(text: string, whole: string, at: number): boolean {
  const names = text.replace(/^unset\s+(?:-v\s+)?/, '').split(/\s+/);
  const before = whole.slice(0, at);
  return names.some((name) => re`(?:^|\n)\s*(?:export\s+)?${name}=[^\n]*(?:\n(?!\})[^\n]*)*$`.test(before));
}

/** What loads the suite changes nothing for others. */
const isRubyHelper = ({ path }: SourceFile): boolean => /(?:^|[/_])helper\.rb$/.test(path);

function isLeftInPhp(call: Place, again: string): boolean {
  if (/bootstrap\.php$|Pest\.php$/.test(call.file.path)) return false;
  return notRestored(new RegExp(again), /RunInSeparateProcess|@runInSeparateProcess/)(call);
}
