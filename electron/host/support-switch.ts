/** Whether support was asked for, before anything of it is loaded. */
const SUPPORT_SWITCH = '--support'
/** How support is typed: as installed, and from the sources. */
export const INSTALLED_SUPPORT = `meson-caja ${SUPPORT_SWITCH}`
export const SOURCE_SUPPORT = 'npm run till --'

/** What comes behind the switch; null without it. */
export function supportArguments(argv: readonly string[]): string[] | null {
  const at = argv.indexOf(SUPPORT_SWITCH)
  if (at === -1) return null
  const behind = argv.slice(at + 1)
  const before = argv
    .slice(0, at)
    .flatMap((word, place) =>
      word === '--data' ? [word, argv[place + 1] ?? ''] : word.startsWith('--data=') ? [word] : [],
    )
  return [...behind, ...before]
}
