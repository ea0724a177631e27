/**
 * Which right each row of the contract asks for, written by hand and reviewed like the contract
 * itself: tests take it from here, so a wrong right in the contract does not excuse itself. A new
 * row is added here too.
 */
import type { CommandName } from '#shared/bridge/contract.ts'
import type { Who } from '#shared/staff/row.ts'

const BY_RIGHT: readonly (readonly [who: Who, rows: string])[] = [
  // Also with nobody signed in: the start, the customer’s screen, what a tile shows.
  [
    'anyone',
    `customerPicture customerView opening productPictures productSlice searchProducts
    signIn useOwnerCode`,
  ],
  // Whoever has typed a PIN: nothing of it moves money that is in the drawer already.
  [
    'served',
    `answerMail approve askCardTotals bestSellers bootstrap cancelCard cancelServiceTest claimParked claimWorths
    findCreditsInShop findValeInShop
    closedShifts desk discoverPrinters enterPractice findCredits findCustomers findVale
    giveBackSettings guide identifiedSales identifiedSalesFile keepPhone listReceipts loadDraft
    lookUpOutside lookUpTaxpayer mailReceipt movePapers offers openChange openOwnShop openReturn
    openSale openShift openWhatsapp parkSale parkedSales phonePage printGift
    printTestPage printerModels productByCode recallSale receipt reprint reprintReport
    retryHeld retryNow saleMails saleNeeds saveDraft scale scaleLayouts serialPorts
    settings settleLatePapers settlePaper shift shiftReport signOut splitSale staff
    startReturn status takeSale whatsapp whatsappStart`,
  ],
  // Whoever serves; what is in it decides, in the command, what more is asked.
  [
    'content',
    `acceptImport arrangeImport cancelImport chargeCard closeShift commitSale countShift importRows
    importing printVale readShift saveSettings sendImport shiftFile`,
  ],
  // The owner’s, by own right or lent for this visit.
  [
    'settings',
    `addPrinter answerGuide backups cancelUpdate copies correctPerson erasePerson
    exportPerson fetchUpdate findPerson lookForUpdate mailAccount
    makeOwnerCode moveGuide ownCompany ownerCode peopleData printOwnerCode printTrialSale
    fleet seeOverruled shopTills remindAfter removePrinter replacePrinter saveCustomerPicture savePrinter
    saveRetention saveScaleLayouts saveStaff settingsHistory startBackup
    startCheck startCopy startDiagnostics startLook stopSupport support
    testMail testService tryCardTerminal tryScale updates`,
  ],
  ['lent:beyondLimits', 'acceptVale voidVale'],
  ['lent:acceptDifference', 'checkCard settleCard'],
  ['lent:deletePending', 'adoptId deleteReceipt resendFixed setAside'],
  ['lent:discardParked', 'discardParked'],
  ['lent:freeLine', 'saveProduct'],
  ['lent:moveCash', 'moveCash'],
  ['lent:openDrawer', 'openDrawer'],
  ['lent:refund', 'changeDocument commitOutsideReturn commitReturn giveBackCard undoReturn'],
  ['own:customers', 'archiveCustomer customerHistory customers exportCustomers saveCustomer'],
  [
    'own:editCatalogue',
    `addExampleCategories applyBulk archiveProduct goods labelSheets moveCategory previewBulk priceHistory
    printLabels saveCategory saveGoods undoBulk`,
  ],
  // What lasts beyond a visit: whoever was lent the settings has it not.
  [
    'own:manageStaff',
    `answerDoubt cancelMove choosePlace chooseUpdatePlace forgetPlace moveTile newMoveCode orderUpdate removeRole
    linkCardAccount removeStaff saveMailAccount saveRights saveRole setProductPicture startExport startTakeBack`,
  ],
  // Carries the till away, key and all.
  ['owner', 'changeShopTill joinShop leaveShop makeTillCode startMove startRestore typeHubAddress'],
  [
    'own:promotions',
    'archivePriceList priceLists promotions savePriceList savePromotion switchPromotion',
  ],
  ['own:readAudit', 'audit checkSeal'],
  ['own:readReports', 'printReport report'],
  ['own:refund', 'vales'],
  ['own:stock', 'moveStock setStock stockByCode stockMoves'],
]

/** By row, as `[row, right]`; a row that stands twice is in it twice. */
export const WHO_MAY: readonly (readonly [row: CommandName, who: Who])[] = BY_RIGHT.flatMap(
  ([who, rows]) => rows.split(/\s+/).map((row) => [row as CommandName, who] as const),
)

const byRow = new Map<CommandName, Who>(WHO_MAY)

export function whoMay(row: CommandName): Who {
  const who = byRow.get(row)
  if (who === undefined)
    throw new Error(`no right is written down for ${row}: BY_RIGHT in test/support/who-may.ts`)
  return who
}
