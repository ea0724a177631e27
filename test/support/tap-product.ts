import type { Page } from 'playwright-core'

/** A tap on a tile; what is sold by weight is weighed at once. */
export async function tapProduct(page: Page, nth: number, weight = '0,750'): Promise<void> {
  const tile = page.getByTestId('product-tile').nth(nth)
  // Its words as they are, not as drawn: a tile no frame has shown yet has none to be seen.
  const isWeighed = / \/ kg/.test((await tile.textContent()) ?? '')
  await tile.click()
  if (!isWeighed) return
  await page.getByTestId('weight').fill(weight)
  await page.keyboard.press('Enter')
  await page.getByTestId('weight').waitFor({ state: 'detached' })
}
