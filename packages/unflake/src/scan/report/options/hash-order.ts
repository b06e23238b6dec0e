import type { KindOptions } from './kind-options.ts';

export const hashOrder: KindOptions = {
  goal: 'What is compared or shown has an order that the code has chosen.',
  options: [
    {
      name: 'sort before it is looked at',
      code: {
        rust: `let mut names: Vec<_> = found.keys().cloned().collect();
names.sort();
assert_eq!(names, ["a", "b"]);`,
        python: `assert sorted(names) == ["a", "b"]`,
        javascript: `expect([...names].sort()).toEqual(['a', 'b']);`,
        go: `names := slices.Sorted(maps.Keys(found))`,
        java: `List<String> names = found.stream().sorted().toList();`,
        shell: `printf '%s\\n' "\${!found[@]}" | LC_ALL=C sort`,
        kotlin: `assertEquals(listOf("a", "b"), names.sorted())`,
        cpp: `std::vector<std::string> names(found.begin(), found.end());
std::sort(names.begin(), names.end());`,
      },
      pros: ['one line, where it is read'],
      cons: ['every reader has to do it'],
    },
    {
      name: 'a collection with an order',
      code: {
        rust: `use std::collections::BTreeMap;

let mut found: BTreeMap<String, u32> = BTreeMap::new();`,
        python: `names = list(dict.fromkeys(read()))`,
        javascript: `const names = new Map<string, number>();`,
        go: `type entry struct {
	name  string
	count int
}

var found []entry`,
        java: `Map<String, Integer> found = new LinkedHashMap<>();`,
        shell: `found=()`,
      },
      pros: ['no reader can see another order'],
      cons: ['changes the type; a sorted one costs more per insert'],
    },
    {
      name: 'compare without an order',
      code: {
        rust: `assert_eq!(found, HashSet::from(["a", "b"]));`,
        python: `assert set(names) == {"a", "b"}`,
        javascript: `expect(new Set(names)).toEqual(new Set(['a', 'b']));`,
        java: `assertThat(names).containsExactlyInAnyOrder("a", "b");`,
      },
      pros: ['says that the order does not matter'],
      cons: ['a doubled element is not seen'],
    },
  ],
};
