import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { EpochMs } from '#shared/core/brand.ts'
import { createIds } from '#shared/text/ids.ts'
import type { Opening } from '#shared/bridge/opening.ts'
import { App } from './app/app.tsx'
import { createTillUi } from './stores/till-ui.ts'
import { browserNowMs } from './bridge/clock.ts'
import { openedPort } from './bridge/opened-port.ts'
import { createTrpcPort, type WireOptions } from './bridge/trpc-port.ts'
import { markPresses } from './kit/press-marks.ts'
import { createTexts } from './i18n/texts.ts'
import { createSounds } from './scanner/beep.ts'
import './styles/base.css'

type Wire = Required<Pick<WireOptions, 'token' | 'screenId' | 'place'>>

export async function showScreen(wire: Wire, opening: Promise<Opening | null>): Promise<void> {
  const ui = createTillUi({
    port: openedPort(createTrpcPort({ origin: location.origin, ...wire }), opening),
    timers: {
      after(delayMs, callback) {
        const timer = setTimeout(callback, delayMs)
        return () => clearTimeout(timer)
      },
    },
    preferences: localStorage,
    sounds: createSounds(window),
    screenId: wire.screenId,
    place: wire.place,
    makeSaleId: createIds(
      { now: () => browserNowMs() as EpochMs },
      { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    ).saleId,
  })
  const texts = await createTexts(ui.settings.getState().language)

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no root')
  // react-aria keeps every element whose transition runs and lets it go at the transition's end,
  // which never comes for one that leaves the page half-way: each sale would leave its screens in
  // memory. It hears of transitions at the body.
  root.addEventListener('transitionrun', (event) => event.stopPropagation())
  markPresses(document)
  createRoot(root).render(
    <StrictMode>
      <App ui={ui} texts={texts} />
    </StrictMode>,
  )
}
