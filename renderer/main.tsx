/**
 * The first to run: puts the first question to the core, and only then fetches the screen that
 * shows the answer.
 */
import './bridge/no-eval.ts'
import { askOpening } from './bridge/opening.ts'
import { takeLaunchToken } from './bridge/launch-token.ts'
import { takeScreenId } from './bridge/screen-id.ts'
import './styles/tokens.css'

const token = takeLaunchToken(location, sessionStorage, (path) =>
  history.replaceState(null, '', path),
)
const screenId = takeScreenId(sessionStorage, window, () => crypto.randomUUID())
const opening = askOpening((input, init) => fetch(input, init), location.origin, token, screenId)
void import('./screen.tsx').then(({ showScreen }) => showScreen(token, screenId, opening))
