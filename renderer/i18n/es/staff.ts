import { shifts } from './shifts.ts'

/** People, their rights, approvals and the log, in Spanish. */
export const staff = {
  staff: {
    title: 'Personal',
    lead: 'Cada persona entra con su PIN y su nombre sale en la boleta.',
    sharedLead:
      'Las personas y sus PIN son los mismos en todas las cajas del negocio: lo que se cambia aquí vale en todas, y se cambia cuando el servicio se oye.',
    demoLead:
      'En la tienda de demostración atienden {{names}}. La primera persona que agregue será el dueño y los reemplaza.',
    emptyLead:
      'Si no agrega personas, la caja vende sin preguntar quién atiende. La primera que agregue será el dueño.',
    add: 'Agregar persona',
    edit: 'Editar {{name}}',
    remove: 'Retirar a {{name}}',
    newTitle: 'Persona nueva',
    name: 'Nombre',
    role: 'Rol',
    pin: 'PIN',
    lenderPin: 'PIN de {{name}}, que abrió los ajustes',
    pinHint: 'De 4 a 8 números.',
    pinKept: 'Déjelo vacío para no cambiar el PIN.',
    who: 'Persona',
    signIn: 'Entrar',
    lockedTitle: '¿Quién atiende?',
    lockedLead: 'La venta abierta sigue guardada.',
    lockedScan_one:
      'Se escaneó {{count}} código con la caja bloqueada y no se agregó. Escanéelo otra vez al entrar.',
    lockedScan_other:
      'Se escanearon {{count}} códigos con la caja bloqueada y no se agregaron. Escanéelos otra vez al entrar.',
    autoLock: 'Bloquear sola si nadie la usa',
    autoLockNever: 'Nunca',
    autoLockAfter_one: 'Después de {{count}} minuto',
    autoLockAfter_other: 'Después de {{count}} minutos',
    switchTitle: 'Cambiar cajero',
    switchLead: 'La venta abierta sigue en pantalla.',
    demoPins: 'Tienda de demostración. PIN:',
    roles: { cashier: 'Cajero', supervisor: 'Supervisor', owner: 'Dueño' },
  },
  limits: {
    ...shifts.limits,
    title: 'Permisos',
    lead: 'Qué pueden hacer cajeros y supervisores sin pedir un PIN. El dueño puede hacer todo.',
    line: 'Descuento por línea (%)',
    cart: 'Descuento a la venta (%)',
    changePrice: 'Cambiar precios',
    freeLine: 'Monto libre y productos nuevos',
    deletePending: 'Eliminar boletas pendientes',
    openDrawer: 'Abrir el cajón sin venta',
    discardParked: 'Descartar ventas en espera',
    refund: 'Devolver y cambiar lo vendido',
  },
  approval: {
    title: 'Pide autorización',
    lead: '{{name}} sigue atendiendo. Quien autoriza escribe su PIN.',
    allow: 'Autorizar',
    actions: { 'read-shift': 'ver el informe X: lo vendido y lo que debe haber en el cajón' },
  },
}
