/** El manual, en el orden en que se lee. */
import type { ManualGroup } from '../../manual-page.ts'
import { afterSelling, shifts } from './after-selling.ts'
import { goods } from './goods.ts'
import { selling } from './selling.ts'
import { shop } from './shop.ts'
import { troubles } from './troubles.ts'

export const groups: readonly ManualGroup[] = [selling, afterSelling, shifts, goods, shop, troubles]
