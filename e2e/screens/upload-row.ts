import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'

/** The row of an upload: in the queue, or in the list of stored files once the file is there. */
export const uploadRow = (page: Page, path: string): Locator =>
  page
    .getByRole('listitem')
    .or(page.getByRole('row'))
    .filter({ hasText: basename(path) })
