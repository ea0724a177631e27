/** Refusals about the tills of one shop. */
export const tillsRefusals = {
  SHOP_NOT_IN_PRACTICE:
    'Una caja de práctica no se une a otras. Ábrala como la caja de su negocio y únala allí.',
  SHOP_JOINED: 'Esta caja ya está unida. Para unirla de nuevo, sepárela primero.',
  SHOP_SERVICE_NONE:
    'El servicio de esta caja no une cajas. Revise su dirección en Conexión, o pregunte a quien lo entrega.',
  ROLES_SHOP_AWAY:
    'Los permisos son los mismos en todas las cajas del negocio, y ahora no se oye al servicio. Inténtelo cuando vuelva.',
  PEOPLE_SHOP_AWAY:
    'Las personas y sus PIN son los mismos en todas las cajas del negocio, y ahora no se oye al servicio. Inténtelo cuando vuelva.',
  SHOP_SERVICE_AWAY:
    'El servicio no responde ahora. Revise internet y pruebe de nuevo; la caja sigue igual.',
  SHOP_CODE_WRONG:
    'Ese código no sirve: está mal escrito, ya se usó o pasó su hora. Pida otro en una caja unida.',
  HUB_ADDRESS_WRONG:
    'Escriba la dirección como 192.168.1.20, tal como la muestra la caja central en sus ajustes.',
  SHOP_OF_ANOTHER: 'Ese código es de otra empresa ({rut}). Pida uno en una caja de este negocio.',
  SHOP_TILL_THERE:
    'Esta caja ya figura en el negocio. En una caja unida elija «Reemplazar» junto a ella y escriba aquí ese código.',
  SHOP_BARRED:
    'El servicio ya no conoce esta caja: alguien la retiró. Únala de nuevo en Ajustes, Cajas del negocio.',
  SHOP_KEY_NEEDED:
    'Para esto escriba aquí la clave del negocio para el servicio, la que dio su proveedor: esta caja trabaja con la suya, que no agrega ni retira cajas. También se hace desde la casa central.',
  SHOP_KEY_WRONG:
    'El servicio no aceptó esa clave para este negocio. Cópiela de nuevo de donde la dio su proveedor, o hágalo desde la casa central.',
  SHOP_FULL: 'El negocio ya tiene todas las cajas que puede. Retire una que no se use.',
  SHOP_REFUSED:
    'El servicio no lo aceptó ({code}). Revise en Conexión que la clave sea de este negocio y pruebe de nuevo.',
}
