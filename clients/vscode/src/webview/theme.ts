// Light or dark as the editor is: it marks the body of a webview.
import { theme } from '@sonde/panels';

export function followEditorTheme(): void {
  const apply = (): void => {
    const { classList } = document.body;
    const isDark = classList.contains('vscode-dark') || classList.contains('vscode-high-contrast');
    const isLight = classList.contains('vscode-high-contrast-light');
    theme.set(isDark && !isLight ? 'dark' : 'light');
    document.documentElement.setAttribute('data-theme', theme.get());
  };
  apply();
  new MutationObserver(apply).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}
