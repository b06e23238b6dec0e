/** Starts the dashboard in the page. */
import { render } from 'preact';
import { openSession } from './api/session.ts';
import { rejoinRuns } from './live/runs.ts';
import { App } from './shell/app.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
void openSession().then(rejoinRuns);
render(<App />, document.getElementById('app')!);
