/**
 * The first to run: puts the first question to the core, and only then fetches the screen that
 * shows the answer.
 */
import './bridge/no-eval.ts'
import { RESCUE_PAGE } from '#shared/bridge/not-open.ts'
import { askOpening } from './bridge/opening.ts'
import { takeLaunchToken } from './bridge/launch-token.ts'
import { placeIn } from './bridge/place.ts'
import { takeScreenId } from './bridge/screen-id.ts'
import './styles/tokens.css'

const token = takeLaunchToken(location, sessionStorage, (path) =>
  history.replaceState(null, '', path),
)
const screenId = takeScreenId(sessionStorage, window, () => crypto.randomUUID())
const place = placeIn(sessionStorage)
const ask: typeof fetch = (input, init) => fetch(input, init)
const opening = askOpening(ask, location.origin, token, screenId, place, () =>
  location.replace(RESCUE_PAGE),
)
void import('./screen.tsx').then(({ showScreen }) =>
  showScreen({ token, screenId, place }, opening),
)
