import type { KindOptions } from './kind-options.ts';

export const hardCodedId: KindOptions = {
  goal: 'The test uses the id that it was given.',
  options: [
    {
      name: 'take the id from what was made',
      code: {
        python: `user = create_user("ada")
assert find(user.id).name == "ada"`,
        javascript: `const user = await createUser('ada');
expect((await find(user.id)).name).toBe('ada');`,
        go: `id := createUser("ada")
if find(id).Name != "ada" {
	t.Fatal("not found")
}`,
        rust: `let id = create_user("ada")?;
assert_eq!(find(id)?.name, "ada");`,
        java: `long id = createUser("ada");
assertEquals("ada", find(id).name());`,
        shell: `id=$(create_user ada)
[ "$(find_user "$id")" = ada ]`,
      },
      pros: ['holds whatever was in the table before'],
      cons: [],
    },
  ],
};
