/** Whether a value ends up in the name of something: a file, a database, a key, a port. Followed inside one function, over one variable. */

import type { Node, SourceFile } from '../facts/source-file.ts';
import { words } from '../rules/rule.ts';
import { isSame, named, nearest } from '../syntax/node.ts';
import { usesOf as usesByName } from './declared.ts';
import { usesOf as usesInRust } from './rust/variables.ts';
import { isAfter, re } from './undone.ts';

/** Words at the end of an identifier that say it names something. */
const WORDS = words(
  `name id uid guid path file filename dir directory folder db dbname database schema table key token port url uri dsn bucket
   topic queue email username slug session suffix prefix tag label handle`,
);
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
/** A word of its own (`db_name`), or with a capital where another word ends (`dbName`): `report` is no port. */
const ALONE = new RegExp(`(?:^|[_\\-.])(?:${WORDS.join('|')})$`, 'i');
const CAPITAL = re`[a-z0-9](?:${WORDS.flatMap((word) => [capital(word), word.toUpperCase()]).join('|')})$`;
export const namesSomething = (identifier: string): boolean => ALONE.test(identifier) || CAPITAL.test(identifier);

/** What is called with a name as its argument. */
const TAKES_A_NAME =
  /(?:^|[.:>])(?:open|open_in_memory|connect|create_engine|mkdir|mkdirs|makedirs|mkdirSync|mkdtemp|MkdirAll|Mkdir|OpenFile|Create|WriteFile|writeFile|writeFileSync|createWriteStream|touch|create_dir|create_dir_all|createFile|createDirectory|listen|bind|Open|File|FileWriter|FileOutputStream|FileReader|RandomAccessFile|PrintWriter|newFile|newFolder|createDirectories|getConnection|setName|createTopic|createIndex|createTable|createBucket|setTableName|subscribe)$/;

/** Calls that make their result out of what they are given; in Python and in shells every call does. */
const MAKES_TEXT =
  /(?:^|[.:])(?:Sprint(?:f|ln)?|[jJ]oin|Itoa|[fF]ormat\w*ǃ?|string|u?int(?:32|64)?|byte|EncodeToString|Sum(?:256)?|[rR]eplace(?:All)?|ToLower|ToUpper|Trim\w*|JoinHostPort|JoinPath|to_string|from|new|push_str|with_file_name|with_extension|Some|Ok|encode|digest|String|PathBuf|hash|of|get|valueOf|toString|concat|resolve|append|File|Path|StringBuilder|substring|toHexString|toEpochMilli|abs|create|URI|getName|Number|BigInt|padStart|padEnd|slice|URL|encodeURIComponent|basename|normalize|floor|round|trunc|fileURLToPath|pathToFileURL)$/;

/** Nodes that hand a value on to what stands around them, in every grammar we read. */
const HANDS_ON =
  /^(?:parenthesized_expression|binary_expression|binary_operator|concatenated_string|interpolation|template_substitution|template_string|string|formatted_string|format_string|await_expression|await|try_expression|attribute|member_expression|selector_expression|field_expression|navigation_expression|method_invocation|expression_list|argument_list|arguments|token_tree|macro_invocation|call_expression|call|unary_expression|cast_expression|as_expression|type_cast_expression|expansion|command_substitution|string_expansion|concatenation|reference_expression|literal_element|argument|value_argument|value_arguments|generic_function|new_expression|object_creation_expression)$/;
const ARGUMENTS = /^(?:argument_list|arguments|value_arguments)$/;
const DEEPEST = 14;

export const becomesAName = (value: Node, file: SourceFile): boolean => flows(value, file, 'follow');

function flows(value: Node, file: SourceFile, variable: 'follow' | 'stop'): boolean {
  let inner = value;
  // What is written into a file is no name of it: only the first argument is.
  let isFirst = true;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const outer = inner.parent();
    if (outer === null) return false;
    const target = targetOf(outer, inner);
    if (target !== null) {
      if (namesSomething(target)) return true;
      return variable === 'follow' && usesOf(target, outer, file).some((use) => flows(use, file, 'stop'));
    }
    if (/^return|^expression_body/.test(outer.kind())) return namesSomething(functionName(outer, file));
    const called = calledWith(outer, inner);
    if (called !== null && isFirst && TAKES_A_NAME.test(called)) return true;
    if (called !== null && !/^(?:python|shell)$/.test(file.language) && !MAKES_TEXT.test(called)) return false;
    if (/^(?:[<>]=?|[=!]==?|&&|\|\|)$/.test(outer.fieldText('operator'))) return false;
    if (/^(?:block|function_body|statement_block)$/.test(outer.kind())) {
      // The last expression of a Rust function is what it returns.
      const isLast =
        named(outer)
          .findLast((node) => !file.isComment(node))
          ?.id() === inner.id();
      return file.language === 'rust' && isLast && namesSomething(functionName(outer, file));
    }
    if (!HANDS_ON.test(outer.kind())) return false;
    if (ARGUMENTS.test(outer.kind())) isFirst = named(outer)[0]?.id() === inner.id();
    inner = outer;
  }
  return false;
}

/** The name that a value is given: by assignment, as a keyword argument, as a field of an object. */
function targetOf(outer: Node, inner: Node): string | null {
  const kind = outer.kind();
  if (
    /^(?:assignment|assignment_expression|assignment_statement|short_var_declaration|augmented_assignment)$/.test(kind)
  ) {
    const left = outer.field('left');
    return left === null || isSame(left, inner) ? null : left.text();
  }
  if (
    /^(?:variable_declarator|let_declaration|var_spec|variable_assignment|keyword_argument|property_declaration|init_declarator|const_item|static_item|default_parameter)$/.test(
      kind,
    )
  ) {
    return (
      (outer.field('name') ?? outer.field('pattern') ?? outer.field('declarator') ?? named(outer)[0])?.text() ?? null
    );
  }
  if (/^(?:pair|field_initializer|keyed_element|hash_pair)$/.test(kind)) {
    const key = outer.field('key') ?? outer.field('field') ?? named(outer)[0];
    return key === undefined || key === null || isSame(key, inner) ? null : key.text().replace(/^["']|["']$/g, '');
  }
  return null;
}

function calledWith(outer: Node, inner: Node): string | null {
  const kind = outer.kind();
  if (!/^(?:call|call_expression|method_invocation|new_expression|object_creation_expression|command)$/.test(kind))
    return null;
  const callee = outer.field('function') ?? outer.field('constructor') ?? outer.field('type') ?? outer.field('name');
  const on = outer.field('object');
  return callee === null || isSame(callee, inner) || (on !== null && isSame(on, inner)) ? null : callee.text();
}

function functionName(node: Node, file: SourceFile): string {
  const around = nearest(node, file.dialect.scopes);
  return around?.fieldText('name') ?? '';
}

/** Places in the same function where the variable is read. */
function usesOf(name: string, assignment: Node, file: SourceFile): readonly Node[] {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return [];
  const scope = nearest(assignment, file.dialect.scopes) ?? file.root;
  const usesIn = file.language === 'rust' ? usesInRust : usesByName;
  const uses = file.language === 'shell' ? scope.findAll('variable_name', `^${name}$`) : usesIn(name, scope);
  return uses.filter((use) => isAfter(use, assignment));
}
