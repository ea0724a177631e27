/** Refusals about the tills of one shop, in English. */
export const tillsRefusals = {
  SHOP_NOT_IN_PRACTICE:
    'A practice till does not join others. Open it as your shop’s till and join it there.',
  SHOP_JOINED: 'This till has joined already. To join it anew, let it leave first.',
  SHOP_SERVICE_NONE:
    'This till’s service joins no tills. Check its address under Connection, or ask whoever provides it.',
  ROLES_SHOP_AWAY:
    'Rights are the same at all tills of the shop, and the service is not heard now. Try when it is back.',
  PEOPLE_SHOP_AWAY:
    'People and their PINs are the same at all tills of the shop, and the service is not heard now. Try again when it is back.',
  SHOP_SERVICE_AWAY:
    'The service does not answer now. Check the internet and try again; the till is as it was.',
  SHOP_CODE_WRONG:
    'That code is no use: mistyped, used before, or its hour is over. Ask for another one at a till that has joined.',
  HUB_ADDRESS_WRONG: 'Type the address as 192.168.1.20, as the hub shows it in its settings.',
  SHOP_OF_ANOTHER: 'That code is of another company ({rut}). Ask for one at a till of this shop.',
  SHOP_TILL_THERE:
    'This till is in the shop’s list already. At a till that has joined choose “Replace” beside it and type that code here.',
  SHOP_BARRED:
    'The service knows this till no more: somebody retired it. Join it anew in Settings › Tills.',
  SHOP_KEY_NEEDED:
    'For this type the shop’s key for the service here, the one your provider gave: this till works with one of its own, which adds and retires no tills. The head office does it too.',
  SHOP_KEY_WRONG:
    'The service did not accept that key for this shop. Copy it again from where your provider gave it, or do it at the head office.',
  SHOP_FULL: 'The shop has as many tills as it can. Retire one that is not used.',
  SHOP_REFUSED:
    'The service did not accept it ({code}). Check under Connection that the key is this shop’s, and try again.',
}
