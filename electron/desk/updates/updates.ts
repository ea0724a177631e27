/**
 * Updates as the machine does them: looked for, fetched, kept, and handed to the installer once the
 * till has ended. Whether it may be done now is the core's to say, which is asked at the end again.
 */
import { join } from 'node:path'
import type { KeyObject } from 'node:crypto'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import type { Log } from '#shared/core/ports.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { FoundRelease, MachineUpdates, UpdateOrder } from '#shared/updates/machine-updates.ts'
import type { ProgramFacts } from '#shared/updates/offer.ts'
import { parsePlace } from '#shared/updates/place.ts'
import { feedName, installerIn, systemOf, type InstallerKind } from '#shared/updates/release.ts'
import { compareVersions } from '#shared/updates/version.ts'
import {
  fetchKept,
  forgetKept,
  forgetLeftovers,
  isWhole,
  keptIn,
  noteHanded,
  takeHanded,
  type Keeping,
  type Kept,
} from './kept.ts'
import { readFeed, type SignedFeed } from './signed.ts'
import { openSource, type Source } from './sources.ts'
import { codeOf, UpdateRefused } from './trouble.ts'

interface UpdatesOptions {
  /** What is fetched lies below it. */
  readonly dataDir: string
  readonly version: string
  readonly kind: InstallerKind | null
  readonly key: KeyObject | null
  readonly log: Log
  /** Replaces this program, which has ended its work; rejects when it could not. */
  readonly install: (kept: Kept, cacheDir: string) => Promise<void>
}

export interface Updates {
  readonly answer: (order: UpdateOrder) => Promise<Result<MachineUpdates, Refusal>>
  readonly isOrdered: () => boolean
  /** At the end of the till: gives the installer what was ordered, proven once more. */
  readonly handOver: () => Promise<void>
}

export function openUpdates(options: UpdatesOptions): Updates {
  const { version, kind, key } = options
  if (kind === null || key === null) return sleeping(options)
  const keeping: Keeping = { root: join(options.dataDir, 'updates'), key, kind }
  forgetLeftovers(keeping.root)
  const state: State = {
    ...{ found: null, task: null, progress: null, ordered: null },
    refusal: notInstalled(options, keeping),
  }
  const view = () => ok(viewOf(version, keeping, state))
  const begin = (task: NonNullable<State['task']>, work: () => Promise<void>) => {
    if (state.task !== null) return refuse(refusal('UPDATE_BUSY'))
    Object.assign(state, { task, refusal: null, progress: null })
    void work()
      .catch((error: unknown) => {
        options.log('update: not done', { task, code: codeOf(error) })
        state.refusal = refusalOf(error)
      })
      .finally(() => Object.assign(state, { task: null, progress: null }))
    return view()
  }
  return {
    async answer(order) {
      if (order.what === 'view') return view()
      if (order.what === 'order') return (await takeOrder(keeping, state, order.version)) ?? view()
      const place = parsePlace(order.place)
      if (!place.ok) return place
      const source = openSource(place.value)
      return order.what === 'look'
        ? begin('looking', async () => void (await look({ options, keeping, state }, source)))
        : begin('fetching', () => fetch({ options, keeping, state }, source))
    },
    isOrdered: () => state.ordered !== null,
    async handOver() {
      const ordered = keptIn(keeping).find(({ release }) => release.version === state.ordered)
      state.ordered = null
      if (ordered === undefined || !(await isWhole(ordered)))
        return options.log('update: not done', { code: 'UPDATE_FILE_WRONG' })
      options.log('update: handed to the installer', { version: ordered.release.version })
      noteHanded(keeping.root, ordered.release.version)
      await options.install(ordered, keeping.root)
    },
  }
}

interface State {
  found: FoundRelease | null
  task: MachineUpdates['task']
  progress: MachineUpdates['progress']
  refusal: Refusal | null
  /** The version. */
  ordered: string | null
}

interface Parts {
  readonly options: UpdatesOptions
  readonly keeping: Keeping
  readonly state: State
}

/** Whoever cancels the question for a password, or a dpkg that fails, tells nobody else. */
function notInstalled({ version, log }: UpdatesOptions, { root }: Keeping): Refusal | null {
  const there = takeHanded(root)
  if (there === null || there === version) return null
  log('update: the installer did not do its work', { here: version, there })
  return refusal('UPDATE_NOT_INSTALLED', null, { here: version, there })
}

/** A program that cannot replace itself, or that can believe nobody. */
function sleeping({ version, kind }: UpdatesOptions): Updates {
  const code = kind === null ? 'UPDATE_NOT_HERE' : 'UPDATE_NO_KEY'
  const view: MachineUpdates = {
    ...{ version, kind: null, found: null, task: null, progress: null, ready: null },
    ...{ wayBack: null, keepsPresent: false, ordered: null, refusal: refusal(code) },
  }
  return {
    answer: async ({ what }) => (what === 'view' ? ok(view) : refuse(refusal(code))),
    isOrdered: () => false,
    handOver: async () => {},
  }
}

function viewOf(version: string, keeping: Keeping, state: State): MachineUpdates {
  const kept = keptIn(keeping)
  const byVersion = (wanted: string | undefined) =>
    kept.find(({ release }) => release.version === wanted)
  const older = kept.find(({ release }) => compareVersions(release.version, version) < 0)
  const newer = kept.find(({ release }) => compareVersions(release.version, version) > 0)
  const { found, task, progress, refusal: refused, ordered } = state
  return {
    ...{ version, kind: keeping.kind, found, task, progress, refusal: refused },
    ready: factsOf(found === null ? newer : byVersion(found.version)),
    wayBack: factsOf(older),
    keepsPresent: byVersion(version) !== undefined,
    ordered: factsOf(byVersion(ordered ?? undefined)),
  }
}

function factsOf(kept: Kept | undefined): ProgramFacts | null {
  return kept === undefined ? null : { version: kept.release.version, schema: kept.release.schema }
}

/** Throws UpdateRefused; nothing older than what is here is ever found. */
async function look({ options, keeping, state }: Parts, source: Source): Promise<SignedFeed> {
  state.found = null
  const system = systemOf(keeping.kind)
  const signed = await readFeed(source, feedName(system, null), { key: keeping.key, system })
  const { version, schema, releaseDate } = signed.release
  const bytes = installerIn(signed.release, keeping.kind)?.size
  if (bytes === undefined) throw new UpdateRefused('UPDATE_FEED_NOT_VALID', { place: source.name })
  if (compareVersions(version, options.version) <= 0)
    throw new UpdateRefused('UPDATE_NOT_NEWER', { here: options.version, there: version })
  state.found = { version, schema, releaseDate, bytes }
  return signed
}

/** The way back first: what is fetched then has one. */
async function fetch(parts: Parts, source: Source): Promise<void> {
  const { options, keeping, state } = parts
  const signed = await look(parts, source)
  const system = systemOf(keeping.kind)
  const onBytes = (done: number, total: number) => (state.progress = { done, total })
  const isKept = async (version: string) => {
    const kept = keptIn(keeping).find(({ release }) => release.version === version)
    return kept !== undefined && (await isWhole(kept))
  }
  if (!(await isKept(options.version)))
    try {
      const name = feedName(system, options.version)
      const present = await readFeed(source, name, { key: keeping.key, system })
      if (present.release.version === options.version)
        await fetchKept(keeping, source, present, onBytes)
    } catch (error) {
      // The screen says that there is none, and the owner decides.
      options.log('update: this version was not kept', { code: codeOf(error) })
    }
  if (!(await isKept(signed.release.version))) await fetchKept(keeping, source, signed, onBytes)
  forgetOthers(keeping, [options.version, signed.release.version])
}

/** What is here, what comes, and the newest from before. */
function forgetOthers(keeping: Keeping, [here = '', next = '']: readonly string[]): void {
  const older = keptIn(keeping).filter(
    ({ release }) =>
      ![here, next].includes(release.version) && compareVersions(release.version, here) < 0,
  )
  for (const { release } of older.slice(1)) forgetKept(keeping.root, release.version)
  const newer = keptIn(keeping).filter(({ release }) => compareVersions(release.version, here) > 0)
  for (const { release } of newer)
    if (release.version !== next) forgetKept(keeping.root, release.version)
}

/** A refusal, or null when it is taken. */
async function takeOrder(
  keeping: Keeping,
  state: State,
  version: string | null,
): Promise<Result<never, Refusal> | null> {
  state.ordered = null
  if (version === null) return null
  const kept = keptIn(keeping).find(({ release }) => release.version === version)
  if (kept === undefined) return refuse(refusal('UPDATE_NOT_READY'))
  if (!(await isWhole(kept))) {
    forgetKept(keeping.root, version)
    return refuse(refusal('UPDATE_FILE_WRONG', null, { file: kept.entry.url }))
  }
  state.ordered = version
  return null
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof UpdateRefused) return error.refusal
  return refusal('UPDATE_PLACE_AWAY', null, { place: '—', detail: codeOf(error) })
}
