import { useEffect } from 'react'
import type { TillUi } from '../stores/till-ui.ts'
import { addressOf, placeAt, pointingAt, type SectionId } from './section-ids.ts'

/** The address names the part shown, so that a reload comes back to it and a link can name it. */
export function useAddress(section: SectionId | null): void {
  useEffect(() => {
    if (section === null) return
    const { pathname, search } = location
    history.replaceState(null, '', `${pathname}${search}${addressOf(section)}`)
    return () => history.replaceState(null, '', `${pathname}${search}`)
  }, [section])
}

/** Goes where the address says, now and when it changes. Ends with the returned function. */
export function followAddress(ui: TillUi, target: Window): () => void {
  const follow = () => {
    const place = placeAt(target.location.hash)
    if (place === null) return
    const shown = pointingAt(place)
    const { screen } = ui.screen.getState()
    if (screen !== 'settings') {
      ui.settings.setState(shown)
      ui.screen.getState().go('settings')
    } else if (ui.settings.getState().unsaved === null) ui.settings.setState(shown)
  }
  follow()
  target.addEventListener('hashchange', follow)
  return () => target.removeEventListener('hashchange', follow)
}
