import { describe, expect, onTestFinished, test } from 'vitest'
import { startPhone, type Phone } from './phone.ts'

/** Restores real backups under the real server, with a phone that has the app's own outbox and reporter. */

/** The part of the server that this test needs. */
type Restorable = {
  origin: () => string
  createToken: (customer: string) => Promise<string>
  backUp: () => Promise<void>
  restore: () => Promise<void>
  rollBack: () => Promise<void>
  stopAndQuery: (...queries: string[]) => Promise<Record<string, unknown>[][]>
  close: () => Promise<void>
}
/** Imported dynamically: the server is compiled only for Node, and this file also for a browser. */
const server = '../server/testing/restorable-server.ts'

const databases = process.env['TEST_DATABASE_URL'] ? ['PGlite', 'PostgreSQL'] : ['PGlite']

type Start = (kind: string, now?: () => Date) => Promise<Restorable>

const startServer: Start = async (kind, now) => {
  const { startRestorableServer }: { startRestorableServer: Start } = await import(server)
  const started = await startRestorableServer(kind, now)
  onTestFinished(() => started.close())
  return started
}

const listNumbers = async (phone: Phone) =>
  (await phone.receipts()).map(({ receipt }) => `${receipt.epoch} ${receipt.sequence}`)

const pickColumn = (rows: Record<string, unknown>[] | undefined, column: string) =>
  rows?.map((row) => row[column])

describe.each(databases)('yesterday’s backup, restored under %s', (kind) => {
  test('gets everything that was acknowledged since, once, from phones whose outbox is empty', async () => {
    const server = await startServer(kind)
    const phone = startPhone(server)
    await phone.act('monday')
    expect(await phone.report()).toBe(true)
    await server.backUp()
    const later = startPhone(server)
    await phone.act('tuesday', 'wednesday')
    await phone.saveImpact(10)
    expect(await phone.report()).toBe(true)
    await later.act('new here')
    const before = [...(await listNumbers(phone)), ...(await listNumbers(later))]
    await server.restore()

    expect(await phone.hasAll()).toEqual([false, false, false, true])
    await phone.act('thursday')
    await phone.saveImpact(20)
    expect(await phone.report()).toBe(true)
    expect(await later.report()).toBe(true)
    expect(await phone.report()).toBe(true)
    expect(await phone.hasAll()).toEqual([true, true, true, true, true, true])
    expect(await phone.allSigned()).toEqual([true, true, true, true, true, true])
    expect(await later.hasAll()).toEqual([true])

    // Receipts signed since then have numbers that were never used before.
    const after = [...(await listNumbers(phone)), ...(await listNumbers(later))]
    const fresh = after.filter((number) => !before.includes(number))
    expect([fresh.length, new Set([...before, ...fresh]).size]).toEqual([6, before.length + 6])

    const [events, captured, gaps, impacts] = await server.stopAndQuery(
      'select value from events order by value',
      `select seq from sync_log where happened = 'captured' and customer_id = '${phone.customer}' order by seq`,
      'select gaps from devices',
      'select number_of_people from impacts',
    )
    expect(pickColumn(events, 'value')).toEqual(['monday', 'new here', 'thursday', 'tuesday', 'wednesday'])
    expect(pickColumn(captured, 'seq')?.map(Number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(pickColumn(gaps, 'gaps')).toEqual([0, 0])
    // The older value arrived last. The newer value still counts.
    expect(pickColumn(impacts, 'number_of_people')).toEqual([20])
  })

  test('is detected by a receipt if nothing else shows it, and a new epoch starts', async () => {
    const server = await startServer(kind)
    const phone = startPhone(server)
    await phone.act('monday')
    await server.backUp()
    await phone.act('tuesday')
    const [signed] = await phone.receipts()
    await server.rollBack()
    expect(await phone.report()).toBe(true)
    const [again, monday] = await phone.receipts()
    expect(again?.receipt.key).toBe(signed?.receipt.key)
    expect(signed?.receipt.epoch).toBe(monday?.receipt.epoch)
    expect(again?.receipt.epoch).not.toBe(signed?.receipt.epoch)
    expect(await phone.allSigned()).toEqual([true, true])
    await server.stopAndQuery()
  })

  test('publishes the keys of earlier months, so that their receipts can be verified', async () => {
    let isNextMonth = false
    const now = () => {
      const date = new Date()
      if (isNextMonth) date.setUTCMonth(date.getUTCMonth() + 1, 1)
      return date
    }
    const server = await startServer(kind, now)
    const phone = startPhone(server)
    await phone.act('monday')
    isNextMonth = true
    await phone.act('a month later')
    await server.backUp()
    await server.restore()
    await phone.act('after the restore')
    const months = (await phone.receipts()).map(({ receipt }) => receipt.key_id)
    expect(months).toHaveLength(3)
    expect(new Set(months).size).toBe(2)
    expect(await phone.allSigned()).toEqual([true, true, true])
    await server.stopAndQuery()
  })
})
