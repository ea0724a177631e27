import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { GripVertical, ImageOff, ImagePlus, Pin } from 'lucide-react'
import { holdsPlace } from '#shared/catalogue/fixed-places.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { stepFor } from '../kit/tile-step.ts'
import { moved, type Move } from './arrangement.ts'
import { smallPicture } from './small-picture.ts'
import { TilePicture } from '../kit/tile-picture.tsx'
import sale from './sale.module.css'
import styles from './tiles.module.css'
import type { ProductView } from '#shared/catalogue/product.ts'

/** A press that goes further than this drags. */
const DRAG_PX = 8
const PICTURES = 'image/png,image/jpeg,image/webp'

/**
 * The owner puts the tiles where hands will look for them: by drag, by two taps, or by keyboard.
 */
export function ArrangeDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const { order, chosenId, setChosenId, place, problem, setProblem, notice, setNotice } =
    useArrangement(ui)
  const chosen = order.find(({ id }) => id === chosenId) ?? null
  const close = ui.screen.getState().close
  return (
    <Sheet
      title={t('arrange.title')}
      lead={t('arrange.hint')}
      widthRem={72}
      actions={
        <>
          {chosen !== null && (
            <PictureButtons
              key={chosen.id}
              product={chosen}
              onProblem={setProblem}
              onDone={() => setNotice(t('arrange.pictureSaved'))}
            />
          )}
          <Button variant="primary" onPress={close} data-testid="arrange-done">
            {t('arrange.done')}
          </Button>
        </>
      }
    >
      <p className={styles.arrangeTold} role="status" data-testid="arrange-told">
        {notice ?? (chosen === null ? '' : t('arrange.chosen', { name: chosen.name }))}
      </p>
      <RefusalNotice refusal={problem} testId="arrange-trouble" />
      <Places order={order} chosenId={chosenId} onChoose={setChosenId} onPlace={place} />
    </Sheet>
  )
}

function useArrangement(ui: TillUi) {
  const { t } = useTranslation()
  const results = useStore(ui.catalogue, (state) => state.results)
  const [order, setOrder] = useState(results)
  const [seen, setSeen] = useState(results)
  const [chosenId, setChosenId] = useState<ProductId | null>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  // What the core says is what there is.
  if (seen !== results) {
    setSeen(results)
    setOrder(results)
  }
  /** Shows it at once; the core keeps it, or the old order comes back with the reason. */
  const place = ({ product, to }: Move<ProductView>) => {
    if (holdsPlace(product, order.length))
      return setNotice(t('arrange.fixed', { name: product.name, place: product.fixedPlace }))
    const next = moved(order, { product, to })
    if (next === null) return
    setOrder(next.order)
    setProblem(null)
    setNotice(t('arrange.moved', { name: product.name, place: next.at + 1, count: order.length }))
    ui.port.moveTile({ productId: product.id, besideId: next.besideId, side: next.side }).then(
      (answer) => {
        if (answer.ok) return
        setProblem(answer.refusal)
        setOrder(results)
      },
      () => ui.status.setState({ link: 'down' }),
    )
  }
  const choose = (productId: ProductId | null) => {
    setNotice(null)
    setChosenId(productId)
  }
  return { order, chosenId, setChosenId: choose, place, problem, setProblem, notice, setNotice }
}

interface PlacesProps {
  readonly order: readonly ProductView[]
  readonly chosenId: ProductId | null
  readonly onChoose: (productId: ProductId | null) => void
  readonly onPlace: (move: Move<ProductView>) => void
}

function Places(props: PlacesProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const { order, chosenId } = props
  const grid = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState(order[0]?.id ?? null)
  const { drag, handlers } = useDrag(props)
  const tiles = () => [...(grid.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const at = order.findIndex(({ id }) => id === focusedId)
    const product = order[at]
    const to = stepFor(event.key, at, order.length, columnsOf(tiles()))
    if (product === undefined || to === null) return
    event.preventDefault()
    if (event.shiftKey) return props.onPlace({ product, to })
    setFocusedId(order[to]?.id ?? null)
    tiles()[to]?.focus()
  }
  // A moved tile keeps the focus, and stays in sight.
  useEffect(() => {
    if (
      document.activeElement instanceof HTMLElement &&
      grid.current?.contains(document.activeElement)
    ) {
      document.activeElement.scrollIntoView({ block: 'nearest' })
    }
  }, [order])
  return (
    <div
      ref={grid}
      className={styles.places}
      role="group"
      aria-label={t('arrange.grid')}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {order.map((product, index) => (
        <button
          key={product.id}
          type="button"
          className={styles.placed}
          data-place={index}
          data-testid="place"
          aria-pressed={product.id === chosenId}
          data-dragged={drag === product.id || undefined}
          tabIndex={product.id === focusedId ? 0 : -1}
          style={{ '--hue': hueOf(ui, product) } as CSSProperties}
          onFocus={() => setFocusedId(product.id)}
          onClick={() => choosePlace(props, product, index)}
        >
          <TilePicture ui={ui} product={product} />
          <span className={sale.tileName}>{product.name}</span>
          {product.fixedPlace != null && (
            <span className={styles.pin} data-testid="place-pin">
              <Pin
                size={16}
                role="img"
                aria-label={t('arrange.pin', { place: product.fixedPlace })}
              />
              {product.fixedPlace}
            </span>
          )}
          <span className={styles.grip} data-grip aria-hidden="true">
            <GripVertical size={20} />
          </span>
        </button>
      ))}
    </div>
  )
}

/** The first tap chooses, the second says where to; on the same tile it lets go. */
function choosePlace(
  { order, chosenId, onChoose, onPlace }: PlacesProps,
  product: ProductView,
  to: number,
): void {
  const chosen = order.find(({ id }) => id === chosenId)
  if (chosen === undefined) return onChoose(product.id)
  onChoose(null)
  if (chosen.id !== product.id) onPlace({ product: chosen, to })
}

function columnsOf(tiles: readonly HTMLElement[]): number {
  const top = tiles[0]?.offsetTop
  const second = tiles.findIndex((tile) => tile.offsetTop !== top)
  return Math.max(1, second === -1 ? tiles.length : second)
}

/** The mouse takes the whole tile, a finger its grip: elsewhere a finger scrolls. */
function useDrag({ order, onPlace }: PlacesProps) {
  const [drag, setDrag] = useState<ProductId | null>(null)
  const start = useRef<{
    readonly product: ProductView
    readonly x: number
    readonly y: number
  } | null>(null)
  const hasDragged = useRef(false)
  const onPointerDown = (event: PointerEvent) => {
    hasDragged.current = false
    const product = order[placeOf(event.target) ?? -1]
    const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
    if (event.button !== 0 || product === undefined || (event.pointerType !== 'mouse' && !isGrip))
      return
    start.current = { product, x: event.clientX, y: event.clientY }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = start.current
    if (
      from === null ||
      hasDragged.current ||
      Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_PX
    )
      return
    hasDragged.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag(from.product.id)
  }
  const onPointerUp = (event: PointerEvent) => {
    const to = placeOf(document.elementFromPoint(event.clientX, event.clientY))
    if (hasDragged.current && start.current !== null && to !== null)
      onPlace({ product: start.current.product, to })
    end()
  }
  const end = () => {
    start.current = null
    setDrag(null)
  }
  // The click that ends a drag chooses nothing.
  const onClickCapture = (event: { stopPropagation(): void }) => {
    if (hasDragged.current) event.stopPropagation()
    hasDragged.current = false
  }
  return {
    drag,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClickCapture },
  }
}

function placeOf(target: EventTarget | null): number | null {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  return tile === null ? null : Number(tile.dataset['place'])
}

function hueOf(ui: TillUi, { categoryId }: ProductView): number {
  return ui.status.getState().bootstrap?.categories.find(({ id }) => id === categoryId)?.hue ?? 90
}

function PictureButtons({
  product,
  onProblem,
  onDone,
}: {
  readonly product: ProductView
  readonly onProblem: (problem: Refusal | null) => void
  readonly onDone: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const save = async (file: File | null) => {
    const picture = file === null ? null : await smallPicture(file)
    if (picture?.ok === false) return onProblem(picture.refusal)
    const saved = await ui.port.setProductPicture({
      productId: product.id,
      picture: picture?.value ?? null,
    })
    onProblem(saved.ok ? null : saved.refusal)
    if (saved.ok) onDone()
  }
  const run = (file: File | null) =>
    void save(file).catch(() => ui.status.setState({ link: 'down' }))
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURES}
        hidden
        data-testid="picture-file"
        onChange={(event) => {
          if (event.target.files?.[0]) run(event.target.files[0])
        }}
      />
      <Button onPress={() => input.current?.click()} data-testid="picture">
        <ImagePlus size={20} aria-hidden="true" />
        {t(product.pictureId == null ? 'arrange.picture' : 'arrange.otherPicture')}
      </Button>
      {product.pictureId != null && (
        <Button onPress={() => run(null)} data-testid="no-picture">
          <ImageOff size={20} aria-hidden="true" />
          {t('arrange.noPicture')}
        </Button>
      )}
    </>
  )
}
