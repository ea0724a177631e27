/** Refusals about what the till knows of a person, in Spanish. */
export const peopleRefusals = {
  PERSON_IS_NOBODY: 'Ese RUT es el de las ventas sin comprador. Escriba el de la persona.',
  PERSON_NOT_A_CUSTOMER:
    'La caja no guarda datos de cliente con ese RUT; no hay nada que corregir.',
  PERSON_IN_OPEN_SALE:
    'La venta abierta es de esa persona. Cóbrela o quítele el cliente, y borre después.',
  PEOPLE_SECRET_CLOSED:
    'El llavero del sistema no se abre y sin él no queda constancia. Vuelva a entrar a su sesión del equipo e intente otra vez.',
  RETENTION_DAYS_NOT_VALID: 'El plazo va de {least} a {most} días.',
}
