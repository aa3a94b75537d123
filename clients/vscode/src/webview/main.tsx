// Starts the webview: a client of the session that the editor holds, and the views of it that the page has too.
import { SessionModel } from '@sonde/client';
import { createRoot } from 'react-dom/client';
import { Link } from './link.js';
import { surroundingsOf } from './surroundings.js';
import { followEditorTheme } from './theme.js';
import { Views } from './views.js';
import './style.css';

followEditorTheme();
const link = new Link();
const model = new SessionModel(surroundingsOf(link));
createRoot(document.getElementById('app')!).render(<Views model={model} link={link} />);
