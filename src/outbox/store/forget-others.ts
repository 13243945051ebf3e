import { deleteWhere } from '../../platform/storage/delete-where.ts'
import { isReceiptOf } from '../receipts/stored-receipt.ts'
import { forgetCopies } from './delivered-entries.ts'

const prefix = 'delivered:'

/** The name in the store `counters` of the time of a customer's last delivery. */
export const deliveredCounter = (customer: string): string => prefix + customer

/** Deletes the copies, receipts and times of deliveries of all customers except one. */
export const forgetOthers = async (transaction: IDBTransaction, customer: string): Promise<void> => {
  await forgetCopies(transaction, customer)
  await deleteWhere(transaction.objectStore('receipts'), (row) => !isReceiptOf(customer, row))
  await deleteWhere(
    transaction.objectStore('counters'),
    (_, name) => name.startsWith(prefix) && name !== deliveredCounter(customer),
  )
}
