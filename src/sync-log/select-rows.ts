import { reportLimits, reportRow, type ReportRow } from '../contract/product-api/sync-report.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import type { JournalRow } from '../outbox/entry/journal.ts'
import type { DeviceState } from './sync-log-store.ts'

/** Converts a row to the format of the report. Returns undefined if the row does not fit the contract. */
const toReportRow = ({
  id,
  at,
  happened,
  seq,
  name,
  subject,
  code,
  status,
}: JournalRow): ReportRow | undefined => {
  const row = { id, at, happened, seq, name, subject, code, status }
  const fields = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
  return parseOrUndefined(reportRow, fields)
}

/**
 * The next rows of a customer's log. `lastExaminedId` is the id of the last journal row that was examined,
 * even if `rows` does not contain it. The next page starts after it.
 */
export type RowPage = { rows: ReportRow[]; lastExaminedId: number; hasMore: boolean }

/**
 * Selects the next rows to report. Skips rows that do not fit the contract, because the server would refuse
 * them every time, and later rows would never arrive.
 */
export const selectRows = ({ journal, reported }: DeviceState, customerId: string): RowPage => {
  const rows: ReportRow[] = []
  let lastExaminedId = reported.row
  for (const row of journal) {
    if (row.id <= reported.row) continue
    if (rows.length === reportLimits.rows) return { rows, lastExaminedId, hasMore: true }
    lastExaminedId = row.id
    const fittingRow = row.customer === customerId ? toReportRow(row) : undefined
    if (fittingRow) rows.push(fittingRow)
  }
  return { rows, lastExaminedId, hasMore: false }
}

/**
 * Finds the id of the last row of a customer's log that the server accepted from this device, or 0 if none.
 */
export const findLastAcceptedRow = (
  { journal, reported }: DeviceState,
  { customer: customerId, device: deviceId }: { customer: string; device: string },
): number => {
  const isAccepted = (row: JournalRow) =>
    row.id <= reported.row && row.customer === customerId && (row.device ?? deviceId) === deviceId
  return journal.findLast((row) => isAccepted(row) && toReportRow(row))?.id ?? 0
}
