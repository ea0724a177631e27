/** The pages that stand there, on the printer the system asks for: on A4 by the print's styles. */
export function printManual(whenDone: () => void = () => undefined): void {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-manual-picture]')]
  window.addEventListener('afterprint', whenDone, { once: true })
  // One that cannot be had leaves its place empty; the words are printed all the same.
  void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => window.print())
}
