import type { KindOptions } from './kind-options.ts';

export const unorderedQuery: KindOptions = {
  goal: 'Rows come in an order that the query names.',
  options: [
    {
      name: 'ORDER BY',
      code: {
        python: `rows = db.execute("SELECT name FROM users ORDER BY id").fetchall()`,
        javascript: `const rows = await db.query('SELECT name FROM users ORDER BY id');`,
        go: `rows, err := db.Query("SELECT name FROM users ORDER BY id")`,
        rust: `let mut statement = db.prepare("SELECT name FROM users ORDER BY id")?;`,
        java: `ResultSet rows = statement.executeQuery("SELECT name FROM users ORDER BY id");`,
        shell: `sqlite3 "$db" 'SELECT name FROM users ORDER BY id'`,
      },
      pros: ['the database keeps it'],
      cons: ['an index may be needed where the table is large'],
    },
  ],
};
