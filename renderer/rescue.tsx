/** The page before the core: the till's data cannot be opened, and a backup brings them back. */
import './bridge/no-eval.ts'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { DEFAULT_LANGUAGE } from '#shared/languages/languages.ts'
import { takeLaunchToken } from './bridge/launch-token.ts'
import { createTexts } from './i18n/texts.ts'
import { RescueScreen } from './rescue/rescue-screen.tsx'
import { rescuePort } from './rescue/rescue-port.ts'
import './styles/tokens.css'
import './styles/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('rescue.html has no root')
const token = takeLaunchToken(location, sessionStorage, (path) =>
  history.replaceState(null, '', path),
)
const port = rescuePort((input, init) => fetch(input, init), location.origin, token)
// What the shop speaks stands in the data that cannot be read.
createRoot(root).render(
  <I18nextProvider i18n={await createTexts(DEFAULT_LANGUAGE, true)}>
    <RescueScreen port={port} onOpen={() => location.replace('/')} />
  </I18nextProvider>,
)
