/** The drawing of a chart: what uPlot is told, in the colours of the theme. */
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { axisMoney, type SeriesPoint } from './report-series.ts'

interface Drawing {
  readonly points: readonly SeriesPoint[]
  readonly labels: readonly string[]
  /** A change draws it anew. */
  readonly theme: string
  readonly locale: string
  /** Under the mouse or the finger; null when it left. */
  readonly onPoint: (at: number | null) => void
}

/** Fills `place`, and follows its size. */
export function useSeriesChart(place: RefObject<HTMLElement | null>, drawing: Drawing) {
  const chart = useRef<UPlot | null>(null)
  const latest = useRef(drawing)
  latest.current = drawing
  const { theme, locale } = drawing
  const drawn = JSON.stringify([drawing.points, drawing.labels])
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const made = new UPlot(optionsOf(element, latest.current), dataOf(latest.current), element)
    chart.current = made
    const follow = new ResizeObserver(() => made.setSize(sizeOf(element)))
    follow.observe(element)
    return () => {
      follow.disconnect()
      made.destroy()
      chart.current = null
    }
  }, [place, theme, locale, drawn])
  return {
    show: useCallback((at: number) => {
      const { current } = chart
      current?.setCursor({ left: current.valToPos(at, 'x'), top: 0 }, false)
    }, []),
  }
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth,
  height: clientHeight,
})

const dataOf = ({ points }: Drawing): UPlot.AlignedData => [
  points.map((_, at) => at),
  points.map(({ now }) => now),
  points.map(({ before }) => before),
]

const [HEAD_ROOM, BAR_SHARE, BAR_PX_MAX] = [1.08, 0.7, 64] as const
const TICK_GAP_PX = { x: 84, y: 36 } as const
const [AXIS_WIDTH_PX, AXIS_HEIGHT_PX] = [64, 32] as const

function optionsOf(element: HTMLElement, drawing: Drawing): UPlot.Options {
  const css = getComputedStyle(element)
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim()
  const axis = { stroke: colour('ink-soft'), font: `${css.fontSize} ${css.fontFamily}` }
  const line = { stroke: colour('line'), width: 1 }
  return {
    ...sizeOf(element),
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.5, max + 0.5] },
      // Bars begin at nothing, so that their lengths compare.
      y: { range: (_, min, max) => [Math.min(0, min * HEAD_ROOM), max > 0 ? max * HEAD_ROOM : 1] },
    },
    axes: [
      {
        ...axis,
        size: AXIS_HEIGHT_PX,
        space: TICK_GAP_PX.x,
        incrs: [1, 2, 3, 5, 7, 10, 14],
        grid: { show: false },
        ticks: line,
        values: (_, ticks) => ticks.map((at) => drawing.labels[at] ?? ''),
      },
      {
        ...axis,
        size: AXIS_WIDTH_PX,
        space: TICK_GAP_PX.y,
        grid: line,
        ticks: line,
        values: (_, ticks) => ticks.map((value) => axisMoney(value, drawing.locale)),
      },
    ],
    series: [{}, barsOf(colour('brand')), dotsOf(colour('copper'), colour('surface'))],
    hooks: { setCursor: [({ cursor }) => drawing.onPoint(cursor.idx ?? null)] },
  }
}

const barsOf = (colour: string): UPlot.Series => ({
  fill: colour,
  width: 0,
  points: { show: false },
  ...(UPlot.paths.bars === undefined
    ? {}
    : { paths: UPlot.paths.bars({ size: [BAR_SHARE, BAR_PX_MAX] }) }),
})

/** A dashed line with dots: told from the bars without any colour. */
const dotsOf = (stroke: string, fill: string): UPlot.Series => ({
  stroke,
  width: 2,
  dash: [6, 4],
  points: { show: true, size: 8, width: 2, stroke, fill },
})
