import type { serviceRefusals as spanish } from '../es/service.ts'

/** Refusals of the service and of settings, in English. */
export const serviceRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  SERVICE_UNREACHABLE:
    'The receipt service cannot be reached. Keep selling: receipts are issued by themselves.',
  SERVICE_ERROR: 'The receipt service answers with errors. Keep selling: it is retried by itself.',
  API_KEY_MISSING:
    'The key of the receipt service is missing. Enter it in Settings; sales wait safely.',
  API_KEY_REFUSED: 'The service refused the key. Check it in Settings; sales wait safely.',
  COMPANY_REFUSED: 'The key has no access to this company. Tell the administrator.',
  CERTIFICATE_EXPIRED:
    "The company's digital certificate has ended or is not loaded at the receipt service. Keep selling: receipts wait safely until the owner renews it.",
  COMPANY_SUSPENDED:
    'The receipt service has suspended the company. Keep selling: receipts wait safely. The owner calls the provider.',
  DOCUMENT_REFUSED: 'The service refused the receipt: {detail}. The sale and its money are safe.',
  DOCUMENT_UNKNOWN_ID:
    'The receipt exists at the service but its number is missing. Do NOT issue it again.',
  DOCUMENT_DELETED_UNNUMBERED:
    'The service deleted the receipt before it had a folio: there is no document. Set it aside with a reason and, if the sale counts, sell it again.',
  REFERENCE_COLLISION:
    'The service has a document with this reference that differs from the sale ({detail}). Do NOT issue it again; tell support.',
  SERVICE_SAYS_TRIAL:
    'The service says that this receipt is a trial, and has issued others before that count. Do NOT issue it again; ask the provider and tell support.',
  DOCUMENT_TYPE_REFUSED:
    'The service does not know the company or this kind of receipt. Tell the administrator; sales wait safely.',
  POISON:
    'The service fails each time it gets this receipt; the others pass. Tell support or try again later.',
  REFUSED_WITHOUT_REASON:
    'The service does not issue the receipt and does not say why: {detail}. The sale and its money are safe.',
  REFUSED_UNCONFIRMED:
    'The service refused the receipt ({detail}). The reason is being confirmed; keep selling.',
  SERVICE_CHANGED:
    'This receipt was sent to another service or company ({detail}) and may have been issued there. It is not sent to the present one: it would come out twice. Go back to that service and RUT in Settings and it finishes by itself, or set it aside with a reason.',
  COMPANY_CHANGE_WAITS:
    'Receipts of {rut} not finished: {count}. Change the company once they are issued or set aside.',
  RECEIPT_NOT_REFUSED:
    'Only a receipt the service has refused can be mended. This one is on its way.',
  RECEIPT_NOT_STUCK:
    'Only a receipt that needs attention can be set aside. This one is on its way.',
  REASON_REQUIRED: 'Type the reason, for example "cancelled with the customer".',
  PATH_CODES_NOT_VALID:
    'Write the codes like this: 39=FCE, 61=NCE. Types 39, 41, 61 and 56 count, each with a code of its own; left empty, the number is used.',
  COMPANY_ID_NOT_VALID:
    'The company id has no spaces, accents or slashes. Copy it as the provider gives it.',
  DOCUMENT_ID_NOT_VALID:
    'The id has letters, digits and dashes, for example 3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b.',
  SET_UP_SHOP:
    'This till does not sell yet: the details of your shop are missing. Fill them in under Settings, Shop.',
  SET_UP_ADDRESS:
    'This till does not sell yet: the address of the receipt service is missing. Type it under Settings, Receipt service.',
  SET_UP_KEY:
    'This till does not sell yet: the key of the receipt service is missing. Type it under Settings, Receipt service.',
  SET_UP_TEST:
    'This till does not sell yet: the connection to the receipt service has not been tested. Test it under Settings, Receipt service.',
  SET_UP_EMISSION:
    'This till does not sell yet: say whether your shop issues a receipt for every sale or the card voucher is the receipt. Choose it under Settings, Emission model.',
  PRACTICE_ONLY:
    'This till is for practice and never sells for real. The shop’s is opened apart, with data of its own.',
  ADDRESS_FROM_START:
    'The address was given when the till was opened (--api) and is not changed here.',
  KEY_FROM_START:
    'The key was given when the till was opened (TILL_API_KEY) and is not changed here. Take it out there and open the till again.',
  KEY_IS_TILLS:
    'This till works with a key of its own, which ends when it is retired. To use another one let it leave first, in Tills of the shop.',
  KEY_OF_OTHER_ADDRESS:
    'The stored key is for {origin} and is not sent to another address. Type the key of the new address.',
  KEY_OF_START_ELSEWHERE:
    'The key given when the till was opened (TILL_API_KEY) is for {origin} and is not sent to another address. Open the till without it and type address and key here, or open it with --api.',
  REGISTER_NOT_VALID: 'The register number is from 1 to {most}.',
  BRANCH_NOT_VALID:
    'The branch code given by the tax authority has at most 9 digits; 0 is the head office.',
  TEST_NO_SUCH_ADDRESS:
    'There is no machine at that address, or this till has no internet. Check how it is written.',
  TEST_NOBODY_THERE:
    'No service is listening at that address. Check address and port with your provider.',
  TEST_NOT_TRUSTED:
    'The certificate of that address is not trusted ({detail}). The key was not sent. Check the address and the date of this machine.',
  TEST_NO_ANSWER: 'The address did not answer in time. Check the internet and try again.',
  TEST_KEY_REFUSED:
    'The service answers but does not know this key (401). Copy it again from your provider.',
  TEST_KEY_NO_ACCESS:
    'The service knows the key but gives it no access (403). Ask your provider for one that may issue receipts.',
  TEST_SERVICE_FAILS:
    'The service answers with an error of its own ({status}). Try again in a few minutes.',
  TEST_NOT_THE_SERVICE:
    'There is something at that address, but it is not the receipt service (answer {status}). Check the whole address. If your network asks to sign in on a page, open that first.',
  TEST_OTHER_COMPANY:
    'The key is of another company ({found}), not of {rut}. Check the RUT under Shop, or ask for your company’s key.',
  TEST_CANCELLED: 'The test was stopped. Nothing changed.',
  URL_NOT_VALID: 'Type an https address, for example https://api.example.cl.',
  API_KEY_NOT_VALID:
    'The key has 8 to 200 letters, digits or signs, without spaces or accents. Copy it again.',
}
