/** Nothing of Node reaches a page. */
export const HARDENED = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  devTools: false,
} as const
