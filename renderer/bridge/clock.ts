/** The browser's clock: ages on the screen and the year of a setting. What is decided by time is decided by the core. */
export const browserNowMs = (): number => Date.now()

export const browserYear = (): number => new Date().getFullYear()
