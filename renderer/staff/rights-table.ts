/** Rights as people look for them, in groups; each stands once. */
import type { RoleRights } from '#shared/staff/rights.ts'

export type RightName = keyof RoleRights
type GroupName = 'sale' | 'after' | 'cash' | 'goods' | 'shop'

const GROUP_OF: Readonly<Record<RightName, GroupName>> = {
  lineDiscountPercent: 'sale',
  cartDiscountPercent: 'sale',
  changePrice: 'sale',
  freeLine: 'sale',
  discardParked: 'sale',
  openDrawer: 'sale',
  invoice: 'sale',
  refund: 'after',
  beyondLimits: 'after',
  deletePending: 'after',
  seeReceipts: 'after',
  moveCash: 'cash',
  acceptDifference: 'cash',
  editCatalogue: 'goods',
  stock: 'goods',
  promotions: 'goods',
  customers: 'shop',
  readReports: 'shop',
  readAudit: 'shop',
  manageStaff: 'shop',
}

interface RightGroup {
  readonly group: GroupName
  readonly rights: readonly RightName[]
}

/** Only what `isShown`; a group without any is left out. */
export function rightGroups(isShown: (right: RightName) => boolean = () => true): RightGroup[] {
  const rights = Object.keys(GROUP_OF) as RightName[]
  return [...new Set(Object.values(GROUP_OF))]
    .map((group) => ({
      group,
      rights: rights.filter((right) => GROUP_OF[right] === group && isShown(right)),
    }))
    .filter((each) => each.rights.length > 0)
}

export const isPercent = (
  right: RightName,
): right is 'lineDiscountPercent' | 'cartDiscountPercent' => right.endsWith('Percent')
