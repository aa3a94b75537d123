// The document of the webview: one script and one style of ours, and nothing from elsewhere.

export interface WebviewParts {
  readonly script: string;
  readonly style: string;
  /** Where the editor serves files of the extension from. */
  readonly source: string;
}

export const webviewPage = ({ script, style, source }: WebviewParts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src ${source}; font-src ${source}; img-src ${source} data:" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${style}" />
    <title>Sonde</title>
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="${script}"></script>
  </body>
</html>
`;
