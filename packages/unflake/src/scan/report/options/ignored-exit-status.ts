import type { KindOptions } from './kind-options.ts';

export const ignoredExitStatus: KindOptions = {
  goal: 'A command that fails makes the test fail.',
  options: [
    {
      name: 'check it',
      code: {
        python: `subprocess.run(["make", "data"], check=True)`,
        javascript: `execFileSync('make', ['data'], { stdio: 'inherit' });`,
        go: `if err := exec.Command("make", "data").Run(); err != nil {
	t.Fatal(err)
}`,
        rust: `let status = Command::new("make").arg("data").status()?;
assert!(status.success());`,
        java: `Process made = new ProcessBuilder("make", "data").start();
assertEquals(0, made.waitFor());`,
        shell: `make data`,
      },
      pros: ['the first thing that went wrong is the one that is shown'],
      cons: [],
    },
  ],
};
