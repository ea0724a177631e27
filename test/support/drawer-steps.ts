/** What people do at a counter that touches money, for the property of the drawer. */
import fc from 'fast-check'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import type { SaleId } from '#shared/core/brand.ts'

export interface Around {
  readonly sales: SaleId[]
  readonly returns: SaleId[]
}

const named = (text: string) => text.trim().split(/\s+/) as CommandName[]

/** Commands that a step gives: whatever moves money, or the books of it. */
export const GIVEN = named(`
  commitSale commitReturn commitOutsideReturn undoReturn deleteReceipt setAside
  adoptId resendFixed changeDocument moveCash openDrawer voidVale parkSale
  discardParked openShift countShift closeShift findCredits printTrialSale approve
  signIn
`)

/** All others, by hand: whoever adds a command says here that no money is in its hands. */
export const WITHOUT_MONEY = named(`
  saveCustomer archiveCustomer exportCustomers saveCustomerPicture saveSettings
  testService cancelServiceTest savePrinter addPrinter removePrinter printTestPage
  movePapers tryScale moveGuide answerGuide ownCompany enterPractice openOwnShop
  mailReceipt answerMail saveMailAccount testMail saveRetention findPerson
  correctPerson exportPerson erasePerson reprint printGift openWhatsapp keepPhone
  settlePaper settleLatePapers retryNow retryHeld printReport saveProduct saveGoods
  archiveProduct applyBulk undoBulk printLabels sendImport arrangeImport acceptImport
  cancelImport setStock moveStock savePromotion switchPromotion savePriceList
  archivePriceList saveCategory moveCategory addExampleCategories moveTile
  setProductPicture saveScaleLayouts saveDraft takeSale recallSale openSale readShift
  reprintReport shiftFile signOut giveBackSettings saveStaff removeStaff saveRole
  removeRole makeOwnerCode printOwnerCode useOwnerCode saveRights startCheck
  startBackup startExport startDiagnostics startCopy startLook startRestore
  newMoveCode startMove startTakeBack cancelMove answerDoubt stopSupport choosePlace
  remindAfter replacePrinter forgetPlace chooseUpdatePlace lookForUpdate fetchUpdate
  orderUpdate cancelUpdate findVale acceptVale printVale chargeCard settleCard
  giveBackCard checkCard cancelCard tryCardTerminal linkCardAccount askCardTotals
  joinShop leaveShop makeTillCode changeShopTill seeOverruled claimParked typeHubAddress
  claimWorths findValeInShop findCreditsInShop
`)

/** Of these, what waits for no device, service or thread is thrown at the drawer as well. */
export const AT_ONCE = WITHOUT_MONEY.filter((name) => !CONTRACT[name].gives.isLater)

/** Done by somebody in every run: a step that is always refused proves nothing. */
export const WORKING = [
  ...['sell', 'sell-by-card', 'sell-shared', 'sell-in-parts', 'invoice', 'change', 'next-shift'],
  ...['return', 'return-piece', 'return-elsewhere', 'undo', 'delete', 'void-vale', 'drawer'],
  ...['move-in', 'move-out', 'pay-with-note-and-cash-out', 'park-and-discard'],
]
/** By which the drawer's sum may fall. */
export const FALLING = [
  ...['delete', 'move-out', 'pay-with-note-and-cash-out'],
  ...['return', 'return-elsewhere', 'return-piece'],
]
const WAYS = ['EF', 'TC', 'NC', 'vc'] as const

export const step = fc.record({
  who: fc.constantFrom('Camila', 'Rodrigo', 'Paula'),
  isLent: fc.boolean(),
  do: fc.constantFrom(
    // Twice, for without a sale there is nothing to give back, and without a note none to spend.
    'sell',
    'return',
    'pay-with-note-and-cash-out',
    'sell',
    'sell-by-card',
    'pay-with-note',
    'pay-with-note-and-cash-out',
    'return',
    'return-elsewhere',
    'undo',
    'delete',
    'set-aside',
    'move-out',
    'move-in',
    'drawer',
    'void-vale',
    'park-and-discard',
    'sell-shared',
    'sell-in-parts',
    'invoice',
    'change',
    'change',
    'return-piece',
    'resend',
    'adopt',
    'trial',
    'next-shift',
    'whatever-else',
  ),
  of: fc.nat(6),
  by: fc.constantFrom(...WAYS, 'NC'),
  amountClp: fc.integer({ min: 1, max: 40_000 }),
})
export type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never
