// Starts the page: signs in, asks what there is, and shows it.
import { createRoot } from 'react-dom/client';
import { SessionModel } from '@sonde/client';
import { App } from './shell/app.js';
import { PageState } from './page/page-state.js';
import { fetchStart, ServerError, signIn } from './page/server-api.js';
import { browserSurroundings } from './page/surroundings.js';
import { followTheme } from './page/theme.js';
import { Unavailable } from './shell/unavailable.js';
import './style/style.css';

followTheme();
const root = createRoot(document.getElementById('app')!);

try {
  await signIn();
  const page = new PageState(new SessionModel(browserSurroundings), await fetchStart());
  root.render(<App page={page} />);
  await page.begin();
} catch (error) {
  root.render(<Unavailable error={error instanceof ServerError ? error : undefined} text={String(error)} />);
}
