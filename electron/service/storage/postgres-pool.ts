import type pg from 'pg'

/**
 * A connection that breaks is the pool's to replace. It says so as an event as well, also while it
 * is lent and asks nothing (a turn that is held, a transaction between two statements), and an
 * event of an error that nobody hears ends the process. Its next statement fails in any case.
 */
export function openPool(driver: typeof pg, config: pg.PoolConfig): pg.Pool {
  const pool = new driver.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
