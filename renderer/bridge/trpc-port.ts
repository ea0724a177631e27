/** The port over the real wire: tRPC on fetch, with one event stream. The same in Electron (till://) and in the kiosk. */
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { EventSource, type EventSourceInit } from 'eventsource'
import type { TillRouter } from '../../electron/till/router.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import { SCREEN_HEADER } from '#shared/bridge/screen-header.ts'
import type { FeedListener, TillPort } from './till-port.ts'

export interface WireOptions {
  /** `till://app` or `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Null in Electron, where no other program can reach the core. */
  readonly token: string | null
  /** Which screen asks: one at a time has the open sale. */
  readonly screenId: ScreenId
}

export function createTrpcPort({ origin, token, screenId }: WireOptions): TillPort {
  const headers: Record<string, string> = { [SCREEN_HEADER]: screenId, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
  const url = `${origin}/trpc`
  const client = createTRPCClient<TillRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url, EventSource, eventSourceOptions: { fetch: fetchWith(headers) } }),
        false: httpLink({ url, headers }),
      }),
    ],
  })
  const file = fileReader(origin, headers)
  return {
    ...shopCommands(client),
    bootstrap: () => client.bootstrap.query(),
    status: () => client.status.query(),
    searchProducts: (input) => client.searchProducts.query(input),
    productByCode: (code) => client.productByCode.query({ code }),
    bestSellers: (input) => client.bestSellers.query(input),
    productSlice: (input) => client.productSlice.query(input),
    saveProduct: (input) => client.saveProduct.mutate(input),
    ...tileCommands(client),
    loadDraft: () => client.loadDraft.query(),
    saveDraft: (input) => client.saveDraft.mutate(input),
    takeSale: () => client.takeSale.mutate(),
    parkSale: (input) => client.parkSale.mutate(input),
    parkedSales: () => client.parkedSales.query(),
    recallSale: (input) => client.recallSale.mutate(input),
    discardParked: (input) => client.discardParked.mutate(input),
    staff: () => client.staff.query(),
    signIn: (input) => client.signIn.mutate(input),
    signOut: () => client.signOut.mutate(),
    saveStaff: (input) => client.saveStaff.mutate(input),
    removeStaff: (staffId) => client.removeStaff.mutate({ staffId }),
    saveRights: (input) => client.saveRights.mutate(input),
    scaleLayouts: () => client.scaleLayouts.query(),
    saveScaleLayouts: (input) => client.saveScaleLayouts.mutate(input),
    saleNeeds: (input) => client.saleNeeds.mutate(input),
    approve: (input) => client.approve.mutate(input),
    openDrawer: (input) => client.openDrawer.mutate(input),
    audit: (input) => client.audit.query(input),
    openSale: (input) => client.openSale.mutate(input),
    commitSale: (input) => client.commitSale.mutate(input),
    ...returnCommands(client),
    ...shiftCommands(client),
    listReceipts: (input) => client.listReceipts.query(input),
    receipt: (saleId) => client.receipt.query({ saleId }),
    reprint: (saleId) => client.reprint.mutate({ saleId }),
    ...mendCommands(client),
    ...paperCommands(client),
    deleteReceipt: (input) => client.deleteReceipt.mutate(input),
    findCustomers: (input) => client.findCustomers.query(input),
    lookUpTaxpayer: (input) => client.lookUpTaxpayer.query(input),
    settings: () => client.settings.query(),
    saveSettings: (input) => client.saveSettings.mutate(input),
    discoverPrinters: (input) => client.discoverPrinters.query(input),
    printerModels: () => client.printerModels.query(),
    savePrinter: (input) => client.savePrinter.mutate(input),
    addPrinter: (input) => client.addPrinter.mutate(input),
    removePrinter: (printerId) => client.removePrinter.mutate({ printerId }),
    printTestPage: (printerId, page) => client.printTestPage.mutate({ printerId, ...(page === undefined ? {} : { page }) }),
    watch: (listener) => watch(client, listener),
    paper: (imagePath) => file(imagePath),
    receiptPdf: (saleId) => file(`/paper/receipt/${saleId}`),
  }
}

function fileReader(origin: string, headers: Record<string, string>): (path: string) => Promise<Blob> {
  return async (path) => {
    const response = await fetch(new URL(path, origin), { headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.blob()
  }
}

type Client = ReturnType<typeof createTRPCClient<TillRouter>>

function returnCommands(client: Client): Pick<TillPort, 'startReturn' | 'commitReturn' | 'undoReturn' | 'credits' | 'lookUpOutside' | 'commitOutsideReturn'> {
  return {
    startReturn: (saleId) => client.startReturn.query({ saleId }),
    undoReturn: (input) => client.undoReturn.mutate(input),
    commitReturn: (input) => client.commitReturn.mutate(input),
    lookUpOutside: (input) => client.lookUpOutside.query(input),
    commitOutsideReturn: (input) => client.commitOutsideReturn.mutate(input),
    credits: () => client.credits.query(),
  }
}

function mendCommands(client: Client): Pick<TillPort, 'resendFixed' | 'setAside' | 'adoptId' | 'retryNow' | 'retryHeld'> {
  return {
    resendFixed: (input) => client.resendFixed.mutate(input),
    setAside: (input) => client.setAside.mutate(input),
    adoptId: (input) => client.adoptId.mutate(input),
    retryNow: (saleId) => client.retryNow.mutate({ saleId }),
    retryHeld: () => client.retryHeld.mutate(),
  }
}

function paperCommands(client: Client): Pick<TillPort, 'settlePaper' | 'settleLatePapers' | 'movePapers'> {
  return {
    settlePaper: (input) => client.settlePaper.mutate(input),
    settleLatePapers: (input) => client.settleLatePapers.mutate(input),
    movePapers: (input) => client.movePapers.mutate(input),
  }
}

type ShiftCommands = 'shift' | 'openShift' | 'moveCash' | 'countShift' | 'closeShift' | 'readShift' | 'closedShifts' | 'shiftReport' | 'reprintReport' | 'shiftFile'

function tileCommands(client: Client): Pick<TillPort, 'moveTile' | 'setProductPicture' | 'productPictures'> {
  return {
    moveTile: (input) => client.moveTile.mutate(input),
    setProductPicture: (input) => client.setProductPicture.mutate(input),
    productPictures: (input) => client.productPictures.query(input),
  }
}

function shiftCommands(client: Client): Pick<TillPort, ShiftCommands> {
  return {
    shift: () => client.shift.query(),
    openShift: (input) => client.openShift.mutate(input),
    moveCash: (input) => client.moveCash.mutate(input),
    countShift: (input) => client.countShift.mutate(input),
    closeShift: (input) => client.closeShift.mutate(input),
    readShift: (input) => client.readShift.mutate(input),
    closedShifts: (input) => client.closedShifts.query(input),
    shiftReport: (shiftId) => client.shiftReport.query({ shiftId }),
    reprintReport: (shiftId) => client.reprintReport.mutate({ shiftId }),
    shiftFile: (shiftId, approvalId) => client.shiftFile.mutate({ shiftId, approvalId: approvalId ?? null }),
  }
}

function watch(client: Client, listener: FeedListener): () => void {
  const subscription = client.feed.subscribe({}, {
    onData: (message) => listener.onEvent(message.data),
    onStarted: () => listener.onLink('up'),
    onConnectionStateChange: ({ state, error }) => {
      if (state === 'connecting') listener.onLink(error ? 'down' : 'connecting')
      if (state === 'pending') listener.onLink('up')
    },
    onError: () => listener.onLink('down'),
  })
  return () => subscription.unsubscribe()
}

type FetchLike = NonNullable<EventSourceInit['fetch']>

/** A browser's own EventSource sends no headers; this one does. */
function fetchWith(extra: Record<string, string>): FetchLike {
  return (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...extra } })
}

/** What an owner does with a shop: sets it up, tests its service, reads its registers. */
function shopCommands(client: ReturnType<typeof createTRPCClient<TillRouter>>) {
  return {
    splitSale: (input) => client.splitSale.query(input),
    identifiedSales: (input) => client.identifiedSales.query(input),
    identifiedSalesFile: (input) => client.identifiedSalesFile.query(input),
    testService: () => client.testService.mutate(),
    cancelServiceTest: () => client.cancelServiceTest.mutate(),
    giveBackSettings: () => client.giveBackSettings.mutate(),
  } satisfies Partial<TillPort>
}
