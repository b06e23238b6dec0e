/** Where a project's Python is, and what makes it tell which one it is. Nothing that the project has put into `site` is loaded for that. */
import type { ProgramRule } from '../contract/runner.ts';

export const PYTHON = {
  interpreters: ['.venv/bin/python', 'venv/bin/python', 'python3', 'python'],
  tellsItself: ['-S', '-c', 'import json, os, sys; print(json.dumps([sys.executable, dict(os.environ)]))'],
} as const satisfies Partial<ProgramRule>;
