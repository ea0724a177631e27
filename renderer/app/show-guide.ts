import type { TillUi } from '../stores/till-ui.ts'

/**
 * A first start that is not finished is shown once, when somebody is there who may go through it;
 * whoever leaves it for another screen is let be. Returns how to stop.
 */
export function showGuideFirst(ui: TillUi): () => void {
  let isShown = false
  const look = () => {
    const { bootstrap } = ui.status.getState()
    const { staff } = ui.staff.getState()
    if (isShown || bootstrap?.guide === undefined || staff?.mayChangeSettings !== true) return
    isShown = true
    ui.screen.getState().go('guide')
  }
  const stops = [ui.status.subscribe(look), ui.staff.subscribe(look)]
  look()
  return () => stops.forEach((stop) => stop())
}
