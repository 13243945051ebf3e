import * as v from 'valibot'
import { reportLimits, reportRow, type ReportRow } from '../contract/product-api/sync-report.ts'
import type { DeviceState } from './sync-log-store.ts'

/** The next rows of a customer's log, and how far the log was looked through for them. */
export type RowPage = { rows: ReportRow[]; upTo: number; more: boolean }

/** Rows that the contract has no place for are passed over: one of them must not keep all that follow here. */
export const rowsToReport = ({ journal, reported }: DeviceState, customer: string): RowPage => {
  const rows: ReportRow[] = []
  let upTo = reported.row
  for (const { customer: whose, id, at, happened, seq, name, subject, code, status } of journal) {
    if (id <= reported.row) continue
    if (rows.length === reportLimits.rows) return { rows, upTo, more: true }
    upTo = id
    const row = { id, at, happened, seq, name, subject, code, status }
    const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
    const parsed = v.safeParse(reportRow, known)
    if (whose === customer && parsed.success) rows.push(parsed.output)
  }
  return { rows, upTo, more: false }
}
