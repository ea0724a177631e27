/** Doors for programs that steer a browser: the installed till is started with none of them. */
const DEBUG_SWITCH = /^--(remote-debugging-(port|pipe|address|targets)|inspect(-[a-z-]+)?)(=|$)/

/** The first such word of a command line, or null. */
export function debugSwitchIn(argv: readonly string[]): string | null {
  return argv.find((word) => DEBUG_SWITCH.test(word)) ?? null
}
