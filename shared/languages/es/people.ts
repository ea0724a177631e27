/** Refusals about what the till knows of a person, in Spanish. */
export const peopleRefusals = {
  PERSON_IS_NOBODY: 'Ese RUT es el de las ventas sin comprador. Escriba el de la persona.',
  PERSON_NOT_A_CUSTOMER:
    'La caja no guarda datos de cliente con ese RUT; no hay nada que corregir.',
  PERSON_IN_OPEN_SALE:
    'La venta abierta es de esa persona. Cóbrela o quítele el cliente, y borre después.',
  PEOPLE_SECRET_CLOSED:
    'No se puede abrir el llavero del sistema, y sin él no queda constancia. Vuelva a entrar a su sesión del computador e intente de nuevo.',
  CUSTOMER_TEXT_TOO_LONG: 'Admite hasta {most} caracteres.',
  CUSTOMER_KNOWN: 'Ya hay un cliente con ese RUT. Ábralo en la lista; quizás está archivado.',
  CUSTOMER_GONE: 'Ese cliente ya no está en la lista.',
  CUSTOMERS_FULL: 'La lista admite hasta {most} clientes.',
  CUSTOMER_IMPORT_COLUMNS: 'Elija qué columna es el RUT y al menos otra más.',
  CUSTOMER_IMPORT_LIST:
    'No hay una lista de precios «{name}». Créela en Promociones, o escriba «ninguna».',
  CUSTOMER_TWICE: 'El RUT {rut} ya está en la fila {row}.',
  RETENTION_DAYS_NOT_VALID: 'El plazo va de {least} a {most} días.',
}
