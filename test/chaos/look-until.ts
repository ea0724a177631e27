const LOOK_MS = 200

/** Looks until it holds; what is still open when the time is over is the judge's business. */
export async function until(holds: () => boolean, timeoutMs: number): Promise<void> {
  const endMs = performance.now() + timeoutMs
  while (!holds() && performance.now() < endMs)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}
