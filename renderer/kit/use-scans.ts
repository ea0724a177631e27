import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useUi } from '../stores/till-ui.ts'

/** Codes that are scanned while a dialog of the catalogue is open go to it. */
export function useScans(hear: (code: string) => void): void {
  const ui = useUi()
  const scanned = useStore(ui.screen, (state) => state.scanned)
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    if (scanned === null) return
    ui.screen.getState().hearScan(null)
    latest.current(scanned)
  }, [ui, scanned])
}
