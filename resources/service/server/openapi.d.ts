// Made by test/support/openapi-client.ts from /openapi.json: not to be written by hand.
export interface paths {
    "/api/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List documents of a company, the last ones first */
        get: operations["getInvoices"];
        put?: never;
        /** Issue a document */
        post: operations["postInvoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a table; the header x-next-cursor says where it goes on */
        get: operations["getInvoicesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/by-reference/{external_reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a document by the reference its client gave it */
        get: operations["getInvoicesByReferenceExternalReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a document without issuing it */
        post: operations["postInvoicesValidate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/by-id/{invoice_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a document by id */
        get: operations["getInvoicesByIdInvoiceId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/{document_code}/{folio_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a document by type and folio */
        get: operations["getInvoicesDocumentCodeFolioNumber"];
        put?: never;
        post?: never;
        /** Delete a pending document */
        delete: operations["deleteInvoicesDocumentCodeFolioNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/{document_code}/{folio_number}/download-base64/58mm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** PDF for 58 mm paper */
        get: operations["getInvoicesDocumentCodeFolioNumberDownloadBase6458mm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoices/{document_code}/{folio_number}/download-base64/80mm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** PDF for 80 mm paper */
        get: operations["getInvoicesDocumentCodeFolioNumberDownloadBase6480mm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{idCompany}/enumeration/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List active folio ranges */
        get: operations["getCompaniesIdCompanyEnumerationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{idCompany}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Address of the company's logo */
        get: operations["getCompaniesIdCompanyLogo"];
        /** Set the logo that stands on every paper */
        put: operations["putCompaniesIdCompanyLogo"];
        post?: never;
        /** Take the logo away */
        delete: operations["deleteCompaniesIdCompanyLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{idCompany}/enumeration/{idRange}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Keep a range of folios for one branch, or give it back to all */
        patch: operations["patchCompaniesIdCompanyEnumerationIdRange"];
        trace?: never;
    };
    "/api/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records: companies */
        get: operations["getCompanies"];
        put?: never;
        /** Enter a company; the key that does reaches it from then on */
        post: operations["postCompanies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{idCompany}/enumeration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Load a folio authorization (CAF) */
        post: operations["postCompaniesIdCompanyEnumeration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{idCompany}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enter the certificate that comes next */
        post: operations["postCompaniesIdCompanyCertificates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{idCompany}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what stands on the papers of a company */
        patch: operations["patchCompaniesIdCompany"];
        trace?: never;
    };
    "/api/company-settings/{idCompany}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Suspend a company or let it go on, leave the test mode, change its resolution */
        patch: operations["patchCompanySettingsIdCompany"];
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records: users */
        get: operations["getUsers"];
        put?: never;
        /** Create a key; it is shown this once */
        post: operations["postUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{idUser}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key */
        delete: operations["deleteUsersIdUser"];
        options?: never;
        head?: never;
        /** Change what a key is called, may do and reaches */
        patch: operations["patchUsersIdUser"];
        trace?: never;
    };
    "/api/users/{idUser}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new secret with the same reach; the old key stops at once */
        post: operations["postUsersIdUserRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: tax-types */
        get: operations["getTaxTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/additional-export-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: additional-export-info */
        get: operations["getAdditionalExportInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/document-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: document-types */
        get: operations["getDocumentTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: countries */
        get: operations["getCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: currencies */
        get: operations["getCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/document-cancellation-reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: document-cancellation-reasons */
        get: operations["getDocumentCancellationReasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/document-reference-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: document-reference-types */
        get: operations["getDocumentReferenceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export-payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: export-payment-methods */
        get: operations["getExportPaymentMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/item-code-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: item-code-types */
        get: operations["getItemCodeTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/legal-activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: legal-activities */
        get: operations["getLegalActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/legal-entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: legal-entities */
        get: operations["getLegalEntities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/measurement-units": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: measurement-units */
        get: operations["getMeasurementUnits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: payment-types */
        get: operations["getPaymentTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax-identification-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: tax-identification-documents */
        get: operations["getTaxIdentificationDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tax-information": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Catalogue: tax-information */
        get: operations["getTaxInformation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records: certificates */
        get: operations["getCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/company-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records: company-settings */
        get: operations["getCompanySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Records: purchases */
        get: operations["getPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxpayers/{country}/{documentNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up a taxpayer */
        get: operations["getTaxpayersCountryDocumentNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{company_id}/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Event codes */
        get: operations["getCompaniesCompanyIdWebhooksEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{company_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the configuration */
        get: operations["getCompaniesCompanyIdWebhooks"];
        /** Update the configuration */
        put: operations["putCompaniesCompanyIdWebhooks"];
        /** Register a destination */
        post: operations["postCompaniesCompanyIdWebhooks"];
        /** Delete the configuration */
        delete: operations["deleteCompaniesCompanyIdWebhooks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{company_id}/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of the notices, the newest first */
        get: operations["getCompaniesCompanyIdWebhooksDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/companies/{company_id}/webhooks/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send notices once more: all that failed since a moment, or some by their ids */
        post: operations["postCompaniesCompanyIdWebhooksDeliveriesRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A code by which one till joins the shop, within an hour */
        post: operations["postFleetCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join a shop by a code, which is used up by it */
        post: operations["postFleetPair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/tills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tills of the shop; also with the key of one of them */
        get: operations["getFleetTills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/tills/{till_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Rename a till, or retire it: its key ends with it; with that key it retires itself */
        put: operations["putFleetTillsTillId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What was changed at this till; an edit that comes again is answered as before */
        post: operations["postFleetEdits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What came and went of products at this till; the same id again is counted once */
        post: operations["postFleetMoves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sales put aside at this till; the same id again is answered by what became of it */
        post: operations["postFleetParked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/parked-claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take up a parked sale of the place: one till is granted it, by its key */
        post: operations["postFleetParkedClaims"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/worths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Vales, credit notes and sales of this till, from now on the service’s to give */
        post: operations["postFleetWorths"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/worth-claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Spend so much of one: granted once, by a key, and by the same key again */
        post: operations["postFleetWorthClaims"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/worth-releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nothing came of what was granted, or it was undone: it is there again */
        post: operations["postFleetWorthReleases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/worth-restores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The data of this till were put back: what it was granted since is there again */
        post: operations["postFleetWorthRestores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/worth-finds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** By its id or a name, with what is left of it */
        post: operations["postFleetWorthFinds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What happened at this till; the same id again is counted once */
        post: operations["postFleetFacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** How this till is now; what it told before is forgotten */
        post: operations["postFleetHealth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/pin-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The secret of the shop’s PINs: who has it, who asks, each closed for one till alone */
        post: operations["postFleetPinSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/hub-worths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Vales and credit notes of its place that this hub has, and what it gives back */
        post: operations["postFleetHubWorths"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/hub": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The hub of the till’s place, and what became of those before */
        post: operations["postFleetHub"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the shop has after a version; waits for it where there is nothing yet */
        get: operations["getFleetChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/fleet/sold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What its tills have told that they sold, in at most 366 days */
        get: operations["getFleetSold"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process lives */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process can issue */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures for Prometheus */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            code: string;
            message: string;
            errors: {
                field: string;
                code: string;
                message: string;
            }[];
            document_id?: string;
        };
        Refusal: {
            valid: boolean;
            validation_errors?: {
                field: string;
                code: string;
                message: string;
            }[];
        };
    };
    responses: {
        /** @description The key is missing or not valid */
        KeyInvalidError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description More than a key may ask in a minute; Retry-After says when to come back */
        TooManyError: {
            headers: {
                /** @description Whole seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Nothing can be done for now; Retry-After says when to come back */
        AwayError: {
            headers: {
                /** @description Whole seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing or not valid */
        KeyInvalidRefusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description More than a key may ask in a minute; Retry-After says when to come back */
        TooManyRefusal: {
            headers: {
                /** @description Whole seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Nothing can be done for now; Retry-After says when to come back */
        AwayRefusal: {
            headers: {
                /** @description Whole seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getInvoices: {
        parameters: {
            query?: {
                company_id?: string;
                /** @description Its tax number, instead of its id */
                issuer?: string;
                /** @description First day of issue */
                from?: string;
                /** @description Last day of issue */
                to?: string;
                status?: "PEN" | "EMS" | "APR" | "RCH" | "DELETED";
                /** @description Type code: 39, or its alias */
                document_type?: string;
                /** @description Tax number of the buyer */
                recipient?: string;
                external_reference?: string;
                total?: number | null;
                /** @description What its papers call it: Caja */
                till?: string;
                /** @description What has no value, or only what has */
                is_test?: "true" | "false";
                /** @description `next_cursor` of the page before */
                cursor?: string;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            company_id: string;
                            invoice_type: number;
                            serie: string | null;
                            number: number | null;
                            invoice_date: string;
                            status: string;
                            external_reference: string | null;
                            recipient_document_number: string | null;
                            total: number;
                            till: string | null;
                            track_id: number | null;
                            is_test: boolean;
                            created_at: string;
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A parameter does not fit, or the company has to be said */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description No access */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description No such company or document type */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postInvoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "branch_office": 1,
                 *       "invoice_type": "39",
                 *       "invoice_date": "2026-11-20",
                 *       "external_reference": "CAJA-1-000042",
                 *       "issuer": {
                 *         "legal_name": "Comercial Demo SpA",
                 *         "document_type": "RUT",
                 *         "document_number": "76192083-9"
                 *       },
                 *       "recipient": {
                 *         "legal_name": "Sin RUT",
                 *         "document_type": "RUT",
                 *         "document_number": "66666666-6"
                 *       },
                 *       "currency": {
                 *         "code": "CLP"
                 *       },
                 *       "items": [
                 *         {
                 *           "quantity": 1,
                 *           "unit_price": 1000,
                 *           "description": "Pan amasado",
                 *           "taxes": [
                 *             {
                 *               "type": "IVA",
                 *               "amount": 190,
                 *               "rate": 19
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "totals": {
                 *         "sub_total": 1000,
                 *         "taxes": [
                 *           {
                 *             "type": "IVA",
                 *             "base_amount": 1000,
                 *             "rate": 19,
                 *             "amount": 190
                 *           }
                 *         ],
                 *         "total": 1190
                 *       }
                 *     }
                 */
                "application/json": {
                    branch_office: number;
                    serie?: string;
                    invoice_type: string;
                    /** Format: date */
                    invoice_date: string;
                    /** Format: date */
                    payment_due_date?: string;
                    /** Format: date */
                    service_start_date?: string;
                    /** Format: date */
                    service_end_date?: string;
                    service_indicator?: number;
                    concept?: number;
                    reason_code?: string;
                    /** Format: date */
                    cancellation_date?: string;
                    observations?: string;
                    external_reference?: string;
                    issuer?: {
                        legal_name: string;
                        document_type: string;
                        document_number: string;
                        internal_code?: string;
                        address?: {
                            address?: string;
                            city?: string;
                            state?: string;
                            region?: string;
                            country?: string;
                            phone?: string;
                            email?: string;
                        };
                        tax_information?: {
                            tax_condition?: string;
                            /** Format: date */
                            start_activities_date?: string;
                            activity?: string;
                            activity_codes?: number[];
                            resolution_date?: string;
                            resolution_number?: string;
                            cbu?: string;
                            subject_to_retention?: boolean;
                        };
                    };
                    recipient: {
                        legal_name: string;
                        document_type: string;
                        document_number: string;
                        internal_code?: string;
                        address?: {
                            address?: string;
                            city?: string;
                            state?: string;
                            region?: string;
                            country?: string;
                            phone?: string;
                            /** Format: email */
                            email?: string;
                        };
                        tax_information?: {
                            tax_condition?: string;
                            /** Format: date */
                            start_activities_date?: string;
                            activity?: string;
                            activity_codes?: number[];
                            resolution_date?: string;
                            resolution_number?: string;
                            cbu?: string;
                            subject_to_retention?: boolean;
                        };
                    };
                    currency: {
                        code: string;
                        exchange_rate?: number;
                    };
                    export_payment_method_code?: string;
                    payment_method?: {
                        code?: string;
                        description?: string;
                    };
                    items: {
                        quantity: number;
                        unit_price: number;
                        description: string;
                        code_unit_of_measure?: string;
                        discount_amount?: number;
                        code?: {
                            type?: string;
                            value?: string;
                        };
                        taxes?: {
                            type: string;
                            amount: number;
                            rate?: number;
                        }[];
                        additional_info?: {
                            customs_number?: string;
                        };
                    }[];
                    global_taxes?: {
                        type: string;
                        description?: string;
                        base_amount: number;
                        rate?: number;
                        amount: number;
                    }[];
                    billing_reference?: {
                        invoice_type: string;
                        branch_office?: number;
                        number?: number;
                        /** Format: date */
                        invoice_date?: string;
                        cae?: string;
                    }[];
                    totals: {
                        sub_total: number;
                        discount?: number;
                        taxes?: {
                            type: string;
                            base_amount: number;
                            rate?: number;
                            amount: number;
                        }[];
                        total: number;
                    };
                    additional_header_info?: {
                        key?: string;
                        value?: string;
                    }[];
                    additional_footer_info?: {
                        key?: string;
                        value?: string;
                    }[];
                    additional_export_info?: {
                        key?: string;
                        value?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The document; number is null until a folio is assigned */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        branch_office: number;
                        serie: string | null;
                        number: number | null;
                        invoice_type: number | string;
                        invoice_date: string;
                        payment_due_date: string | null;
                        service_start_date: string | null;
                        service_end_date: string | null;
                        concept: number | null;
                        observations: string | null;
                        external_reference: string | null;
                        issuer: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        recipient: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        currency_code: string;
                        currency_exchange_rate: number | null;
                        payment_method_code: string | null;
                        payment_method_description: string | null;
                        items: {
                            line_number: number;
                            quantity: number;
                            unit_of_measure_code: string | null;
                            unit_price: number;
                            discount: number;
                            description: string;
                            code_type: string | null;
                            code_value: string | null;
                            sub_total: number;
                            total_taxes: number;
                            total: number;
                            taxes: {
                                tax_type: string;
                                base_amount: number;
                                rate: number | null;
                                amount: number;
                            }[];
                        }[];
                        global_taxes: {
                            tax_type: string;
                            description: string | null;
                            base_amount: number;
                            rate: number | null;
                            amount: number;
                        }[];
                        billing_reference: {
                            invoice_type: string;
                            branch_office: number | null;
                            number: number | null;
                            date: string | null;
                            cae: string | null;
                        }[];
                        sub_total: number;
                        total_discount: number;
                        total_taxes: number;
                        total: number;
                        is_test?: boolean;
                        status: string;
                        cae: number | null;
                        cae_expiration_date: string | null;
                        track_id: number | null;
                        qr_code: string | null;
                        reason_code: number | null;
                        cancellation_date: string | null;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The external reference is taken; document_id names the document */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description A rule of issuance is broken */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getInvoicesCsv: {
        parameters: {
            query?: {
                company_id?: string;
                /** @description Its tax number, instead of its id */
                issuer?: string;
                /** @description First day of issue */
                from?: string;
                /** @description Last day of issue */
                to?: string;
                status?: "PEN" | "EMS" | "APR" | "RCH" | "DELETED";
                /** @description Type code: 39, or its alias */
                document_type?: string;
                /** @description Tax number of the buyer */
                recipient?: string;
                external_reference?: string;
                total?: number | null;
                /** @description What its papers call it: Caja */
                till?: string;
                /** @description What has no value, or only what has */
                is_test?: "true" | "false";
                /** @description `next_cursor` of the page before */
                cursor?: string;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter does not fit, or the company has to be said */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description No access */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description No such company or document type */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getInvoicesByReferenceExternalReference: {
        parameters: {
            query?: {
                company_id?: string;
                /** @description Its tax number, instead of its id */
                issuer?: string;
            };
            header?: never;
            path: {
                external_reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        branch_office: number;
                        serie: string | null;
                        number: number | null;
                        invoice_type: number | string;
                        invoice_date: string;
                        payment_due_date: string | null;
                        service_start_date: string | null;
                        service_end_date: string | null;
                        concept: number | null;
                        observations: string | null;
                        external_reference: string | null;
                        issuer: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        recipient: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        currency_code: string;
                        currency_exchange_rate: number | null;
                        payment_method_code: string | null;
                        payment_method_description: string | null;
                        items: {
                            line_number: number;
                            quantity: number;
                            unit_of_measure_code: string | null;
                            unit_price: number;
                            discount: number;
                            description: string;
                            code_type: string | null;
                            code_value: string | null;
                            sub_total: number;
                            total_taxes: number;
                            total: number;
                            taxes: {
                                tax_type: string;
                                base_amount: number;
                                rate: number | null;
                                amount: number;
                            }[];
                        }[];
                        global_taxes: {
                            tax_type: string;
                            description: string | null;
                            base_amount: number;
                            rate: number | null;
                            amount: number;
                        }[];
                        billing_reference: {
                            invoice_type: string;
                            branch_office: number | null;
                            number: number | null;
                            date: string | null;
                            cae: string | null;
                        }[];
                        sub_total: number;
                        total_discount: number;
                        total_taxes: number;
                        total: number;
                        is_test?: boolean;
                        status: string;
                        cae: number | null;
                        cae_expiration_date: string | null;
                        track_id: number | null;
                        qr_code: string | null;
                        reason_code: number | null;
                        cancellation_date: string | null;
                    };
                };
            };
            /** @description A parameter does not fit, or the company has to be said */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description No access */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description No such company or document type */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postInvoicesValidate: {
        parameters: {
            query: {
                /** @description JSON or deepObject; required by the contract, never trusted */
                apiKey: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "branch_office": 1,
                 *       "invoice_type": "39",
                 *       "invoice_date": "2026-11-20",
                 *       "external_reference": "CAJA-1-000042",
                 *       "issuer": {
                 *         "legal_name": "Comercial Demo SpA",
                 *         "document_type": "RUT",
                 *         "document_number": "76192083-9"
                 *       },
                 *       "recipient": {
                 *         "legal_name": "Sin RUT",
                 *         "document_type": "RUT",
                 *         "document_number": "66666666-6"
                 *       },
                 *       "currency": {
                 *         "code": "CLP"
                 *       },
                 *       "items": [
                 *         {
                 *           "quantity": 1,
                 *           "unit_price": 1000,
                 *           "description": "Pan amasado",
                 *           "taxes": [
                 *             {
                 *               "type": "IVA",
                 *               "amount": 190,
                 *               "rate": 19
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "totals": {
                 *         "sub_total": 1000,
                 *         "taxes": [
                 *           {
                 *             "type": "IVA",
                 *             "base_amount": 1000,
                 *             "rate": 19,
                 *             "amount": 190
                 *           }
                 *         ],
                 *         "total": 1190
                 *       }
                 *     }
                 */
                "application/json": {
                    branch_office: number;
                    serie?: string;
                    invoice_type: string;
                    /** Format: date */
                    invoice_date: string;
                    /** Format: date */
                    payment_due_date?: string;
                    /** Format: date */
                    service_start_date?: string;
                    /** Format: date */
                    service_end_date?: string;
                    service_indicator?: number;
                    concept?: number;
                    reason_code?: string;
                    /** Format: date */
                    cancellation_date?: string;
                    observations?: string;
                    external_reference?: string;
                    issuer?: {
                        legal_name: string;
                        document_type: string;
                        document_number: string;
                        internal_code?: string;
                        address?: {
                            address?: string;
                            city?: string;
                            state?: string;
                            region?: string;
                            country?: string;
                            phone?: string;
                            email?: string;
                        };
                        tax_information?: {
                            tax_condition?: string;
                            /** Format: date */
                            start_activities_date?: string;
                            activity?: string;
                            activity_codes?: number[];
                            resolution_date?: string;
                            resolution_number?: string;
                            cbu?: string;
                            subject_to_retention?: boolean;
                        };
                    };
                    recipient: {
                        legal_name: string;
                        document_type: string;
                        document_number: string;
                        internal_code?: string;
                        address?: {
                            address?: string;
                            city?: string;
                            state?: string;
                            region?: string;
                            country?: string;
                            phone?: string;
                            /** Format: email */
                            email?: string;
                        };
                        tax_information?: {
                            tax_condition?: string;
                            /** Format: date */
                            start_activities_date?: string;
                            activity?: string;
                            activity_codes?: number[];
                            resolution_date?: string;
                            resolution_number?: string;
                            cbu?: string;
                            subject_to_retention?: boolean;
                        };
                    };
                    currency: {
                        code: string;
                        exchange_rate?: number;
                    };
                    export_payment_method_code?: string;
                    payment_method?: {
                        code?: string;
                        description?: string;
                    };
                    items: {
                        quantity: number;
                        unit_price: number;
                        description: string;
                        code_unit_of_measure?: string;
                        discount_amount?: number;
                        code?: {
                            type?: string;
                            value?: string;
                        };
                        taxes?: {
                            type: string;
                            amount: number;
                            rate?: number;
                        }[];
                        additional_info?: {
                            customs_number?: string;
                        };
                    }[];
                    global_taxes?: {
                        type: string;
                        description?: string;
                        base_amount: number;
                        rate?: number;
                        amount: number;
                    }[];
                    billing_reference?: {
                        invoice_type: string;
                        branch_office?: number;
                        number?: number;
                        /** Format: date */
                        invoice_date?: string;
                        cae?: string;
                    }[];
                    totals: {
                        sub_total: number;
                        discount?: number;
                        taxes?: {
                            type: string;
                            base_amount: number;
                            rate?: number;
                            amount: number;
                        }[];
                        total: number;
                    };
                    additional_header_info?: {
                        key?: string;
                        value?: string;
                    }[];
                    additional_footer_info?: {
                        key?: string;
                        value?: string;
                    }[];
                    additional_export_info?: {
                        key?: string;
                        value?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Evaluated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        validation_errors?: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Invalid data or suspended company */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        valid: boolean;
                        validation_errors?: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidRefusal"];
            429: components["responses"]["TooManyRefusal"];
            503: components["responses"]["AwayRefusal"];
        };
    };
    getInvoicesByIdInvoiceId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        branch_office: number;
                        serie: string | null;
                        number: number | null;
                        invoice_type: number | string;
                        invoice_date: string;
                        payment_due_date: string | null;
                        service_start_date: string | null;
                        service_end_date: string | null;
                        concept: number | null;
                        observations: string | null;
                        external_reference: string | null;
                        issuer: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        recipient: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        currency_code: string;
                        currency_exchange_rate: number | null;
                        payment_method_code: string | null;
                        payment_method_description: string | null;
                        items: {
                            line_number: number;
                            quantity: number;
                            unit_of_measure_code: string | null;
                            unit_price: number;
                            discount: number;
                            description: string;
                            code_type: string | null;
                            code_value: string | null;
                            sub_total: number;
                            total_taxes: number;
                            total: number;
                            taxes: {
                                tax_type: string;
                                base_amount: number;
                                rate: number | null;
                                amount: number;
                            }[];
                        }[];
                        global_taxes: {
                            tax_type: string;
                            description: string | null;
                            base_amount: number;
                            rate: number | null;
                            amount: number;
                        }[];
                        billing_reference: {
                            invoice_type: string;
                            branch_office: number | null;
                            number: number | null;
                            date: string | null;
                            cae: string | null;
                        }[];
                        sub_total: number;
                        total_discount: number;
                        total_taxes: number;
                        total: number;
                        is_test?: boolean;
                        status: string;
                        cae: number | null;
                        cae_expiration_date: string | null;
                        track_id: number | null;
                        qr_code: string | null;
                        reason_code: number | null;
                        cancellation_date: string | null;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Unknown */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getInvoicesDocumentCodeFolioNumber: {
        parameters: {
            query?: {
                /** @description Only needed when two companies of the key share the folio */
                company_id?: string;
            };
            header?: never;
            path: {
                /** @description Type code: 39, or its letter alias */
                document_code: string;
                folio_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        branch_office: number;
                        serie: string | null;
                        number: number | null;
                        invoice_type: number | string;
                        invoice_date: string;
                        payment_due_date: string | null;
                        service_start_date: string | null;
                        service_end_date: string | null;
                        concept: number | null;
                        observations: string | null;
                        external_reference: string | null;
                        issuer: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        recipient: {
                            legal_name: string | null;
                            document_type: string | null;
                            document_number: string | null;
                            address: string | null;
                            city: string | null;
                            state: string | null;
                            region: string | null;
                            country: string | null;
                            phone: string | null;
                            tax_condition: string | null;
                            start_activities_date: string | null;
                        };
                        currency_code: string;
                        currency_exchange_rate: number | null;
                        payment_method_code: string | null;
                        payment_method_description: string | null;
                        items: {
                            line_number: number;
                            quantity: number;
                            unit_of_measure_code: string | null;
                            unit_price: number;
                            discount: number;
                            description: string;
                            code_type: string | null;
                            code_value: string | null;
                            sub_total: number;
                            total_taxes: number;
                            total: number;
                            taxes: {
                                tax_type: string;
                                base_amount: number;
                                rate: number | null;
                                amount: number;
                            }[];
                        }[];
                        global_taxes: {
                            tax_type: string;
                            description: string | null;
                            base_amount: number;
                            rate: number | null;
                            amount: number;
                        }[];
                        billing_reference: {
                            invoice_type: string;
                            branch_office: number | null;
                            number: number | null;
                            date: string | null;
                            cae: string | null;
                        }[];
                        sub_total: number;
                        total_discount: number;
                        total_taxes: number;
                        total: number;
                        is_test?: boolean;
                        status: string;
                        cae: number | null;
                        cae_expiration_date: string | null;
                        track_id: number | null;
                        qr_code: string | null;
                        reason_code: number | null;
                        cancellation_date: string | null;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Unknown */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    deleteInvoicesDocumentCodeFolioNumber: {
        parameters: {
            query?: {
                /** @description Only needed when two companies of the key share the folio */
                company_id?: string;
            };
            header?: never;
            path: {
                /** @description Type code: 39, or its letter alias */
                document_code: string;
                folio_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; its folio is never used again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                        message: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description No longer pending, or a credit note is about it */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getInvoicesDocumentCodeFolioNumberDownloadBase6458mm: {
        parameters: {
            query?: {
                /** @description Only needed when two companies of the key share the folio */
                company_id?: string;
            };
            header?: never;
            path: {
                /** @description Type code: 39, or its letter alias */
                document_code: string;
                folio_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF in Base64 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filename: string;
                        content: string;
                        content_type: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getInvoicesDocumentCodeFolioNumberDownloadBase6480mm: {
        parameters: {
            query?: {
                /** @description Only needed when two companies of the key share the folio */
                company_id?: string;
            };
            header?: never;
            path: {
                /** @description Type code: 39, or its letter alias */
                document_code: string;
                folio_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The PDF in Base64 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filename: string;
                        content: string;
                        content_type: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCompaniesIdCompanyEnumerationList: {
        parameters: {
            query?: {
                document_type?: string;
                serie?: string;
                status?: string;
                page?: number;
                per_page?: number;
            };
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of active ranges */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            id_company: string;
                            id_document_type: string;
                            enumeration_from: number;
                            enumeration_end: number;
                            enumeration_starts_from: number;
                            date_from: string | null;
                            date_end: string | null;
                            serie: string | null;
                            next_number_to_use: number;
                            is_test?: boolean;
                            branch_office?: number | null;
                            status: string;
                        }[];
                        current_page: number;
                        per_page: number;
                        total: number;
                        last_page: number;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description No access */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCompaniesIdCompanyLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file_url: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description There is none */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    putCompaniesIdCompanyLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
                 *     }
                 */
                "application/json": {
                    /** @description A PNG in Base64 */
                    content: string;
                };
            };
        };
        responses: {
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not of this role, not his company, or suspended by the operator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description Not at this time */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    deleteCompaniesIdCompanyLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not of this role, not his company, or suspended by the operator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description Not at this time */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    patchCompaniesIdCompanyEnumerationIdRange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
                idRange: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    branch_office: number | null;
                };
            };
        };
        responses: {
            /** @description The range */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        id_company: string;
                        id_document_type: string;
                        enumeration_from: number;
                        enumeration_end: number;
                        enumeration_starts_from: number;
                        date_from: string | null;
                        date_end: string | null;
                        serie: string | null;
                        next_number_to_use: number;
                        is_test?: boolean;
                        branch_office?: number | null;
                        status: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not the owner, or not his company */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description No range in use */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those the key reaches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        id: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Panadería Los Aromos SpA",
                 *       "country": "CHL",
                 *       "document_number": "76543210-3",
                 *       "activity": "Elaboración de pan",
                 *       "address": "Av. Matta 123",
                 *       "city": "Santiago",
                 *       "state": "RM",
                 *       "resolution_number": 80,
                 *       "resolution_year": 2014,
                 *       "certificate": {
                 *         "subject": "Ana Rojas",
                 *         "serial_number": "1A2B3C",
                 *         "expires_on": "2028-05-31"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    activity: string;
                    address: string;
                    city: string;
                    state: string;
                    /** @enum {string} */
                    country: "CHL" | "ARG" | "URY";
                    document_number: string;
                    /** @default  */
                    tax_office?: string;
                    /** @default  */
                    tax_condition?: string;
                    /** @default 0 */
                    resolution_number?: number;
                    resolution_year: number;
                    certificate: {
                        subject: string;
                        serial_number: string;
                        /** Format: date */
                        expires_on: string;
                    };
                };
            };
        };
        responses: {
            /** @description Entered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not the owner, or not his company */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is there already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postCompaniesIdCompanyEnumeration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file of the authority, as text */
                    caf_xml: string;
                };
            };
        };
        responses: {
            /** @description Its range is in use */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not the owner, or not his company */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is there already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postCompaniesIdCompanyCertificates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Without its key */
                    certificate_pem: string;
                };
            };
        };
        responses: {
            /** @description The company issues until it ends */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not the owner, or not his company */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is there already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    patchCompaniesIdCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "Av. Matta 125",
                 *       "city": "Santiago"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    activity?: string;
                    address?: string;
                    city?: string;
                    state?: string;
                };
            };
        };
        responses: {
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not of this role, not his company, or suspended by the operator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description Not at this time */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    patchCompanySettingsIdCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idCompany: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_test": true
                 *     }
                 */
                "application/json": {
                    tax_office?: string;
                    tax_condition?: string;
                    resolution_number?: number;
                    resolution_year?: number;
                    /** @enum {string} */
                    status?: "ACTIVE" | "SUSPENDED";
                    is_test?: boolean;
                };
            };
        };
        responses: {
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not of this role, not his company, or suspended by the operator */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description Not at this time */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It does not fit */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those the key reaches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        id: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "MEMBER",
                 *       "label": "Caja 1",
                 *       "companies": [
                 *         "00000000-0000-4000-8000-000000000001"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @default MEMBER
                     * @enum {string}
                     */
                    role?: "OWNER" | "ADMIN" | "MEMBER";
                    label: string;
                    companies: string[];
                };
            };
        };
        responses: {
            /** @description The key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not an owner, or it reaches more than he does */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    deleteUsersIdUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idUser: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not an owner, or it reaches more than he does */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description His client has no such key */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of this request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    patchUsersIdUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idUser: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role?: "OWNER" | "ADMIN" | "MEMBER";
                    label?: string;
                    companies?: string[];
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not an owner, or it reaches more than he does */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description His client has no such key */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of this request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postUsersIdUserRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idUser: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new key, shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not an owner, or it reaches more than he does */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description His client has no such key */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of this request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getTaxTypes: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        id_country: string;
                        code: string;
                        description: string;
                        /** @enum {string} */
                        rate_source: "CATALOG" | "CLIENT";
                        rate: number | null;
                    }[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getAdditionalExportInfo: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        id_country: string;
                        key: string;
                        data_type: string;
                        description: string;
                        agency_code: string;
                        validation_rules: string;
                    }[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getDocumentTypes: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCountries: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCurrencies: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getDocumentCancellationReasons: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getDocumentReferenceTypes: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getExportPaymentMethods: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getItemCodeTypes: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getLegalActivities: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getLegalEntities: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getMeasurementUnits: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getPaymentTypes: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getTaxIdentificationDocuments: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getTaxInformation: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-3, e.g. CHL */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        code: string;
                        description: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCertificates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those the key reaches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        id: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCompanySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those the key reaches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        id: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getPurchases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those the key reaches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        id: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getTaxpayersCountryDocumentNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description CHL, ARG or URY */
                country: string;
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the tax authority knows it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        document_number: string;
                        legal_name: string;
                        primary_activity: string;
                        activities: string[];
                        region: string;
                        district: string;
                        city: string;
                        email: string;
                        address: {
                            street: string;
                            street_number: string;
                            block: string;
                            apartment: string;
                            neighborhood: string;
                        };
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Unknown */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description The check digit is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            /** @description The tax authority does not answer */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
        };
    };
    getCompaniesCompanyIdWebhooksEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                company_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "ISE" | "REC" | "CER" | "ENU";
                        description: string;
                    }[];
                };
            };
            401: components["responses"]["KeyInvalidError"];
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCompaniesCompanyIdWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                company_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        events: string[];
                        description: string | null;
                        created_at: string;
                        updated_at: string;
                        secret?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description There is none */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    putCompaniesCompanyIdWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                company_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/tax",
                 *       "events": [
                 *         "ISE",
                 *         "ENU",
                 *         "CER"
                 *       ],
                 *       "description": "Contabilidad"
                 *     }
                 */
                "application/json": {
                    url: string;
                    events: string[];
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The configuration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        events: string[];
                        description: string | null;
                        created_at: string;
                        updated_at: string;
                        secret?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description There is none */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postCompaniesCompanyIdWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                company_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/tax",
                 *       "events": [
                 *         "ISE",
                 *         "ENU",
                 *         "CER"
                 *       ],
                 *       "description": "Contabilidad"
                 *     }
                 */
                "application/json": {
                    url: string;
                    events: string[];
                    description?: string;
                };
            };
        };
        responses: {
            /** @description Registered; the secret is shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        events: string[];
                        description: string | null;
                        created_at: string;
                        updated_at: string;
                        secret?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description There is one */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    deleteCompaniesCompanyIdWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                company_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                        message: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description There is none */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getCompaniesCompanyIdWebhooksDeliveries: {
        parameters: {
            query?: {
                status?: "WAITING" | "DELIVERED" | "FAILED";
                /** @description Of notices that came from then on */
                since?: string;
                /** @description next_cursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                company_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            event: string;
                            /** @enum {string} */
                            status: "WAITING" | "DELIVERED" | "FAILED";
                            attempts: number;
                            created_at: string;
                            next_attempt_at: string | null;
                            last_result: string | null;
                            payload: {
                                [key: string]: unknown;
                            };
                        }[];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A word that does not fit */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not an administrator, or not his company */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description There is no destination */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postCompaniesCompanyIdWebhooksDeliveriesRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                company_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-20T09:00:00-03:00"
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    since?: string;
                    ids?: string[];
                };
            };
        };
        responses: {
            /** @description So many are queued again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: number;
                        has_more: boolean;
                    };
                };
            };
            /** @description A word that does not fit */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description Not an administrator, or not his company */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description There is no destination */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetCodes: {
        parameters: {
            query?: {
                company_id?: string;
                /** @description Tax number of the company */
                issuer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    till_id?: string;
                };
            };
        };
        responses: {
            /** @description Shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        expires_at_ms: number;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key does not reach it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description There is no such till to take the place of */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetPair: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    installation_id: string;
                    name: string;
                    branch?: string;
                    box_key?: string;
                };
            };
        };
        responses: {
            /** @description The till, with its key, shown this once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        shop_id: string;
                        rut: string;
                        legal_name: string;
                        till_id: string;
                        number: number;
                        name: string;
                        branch: string | null;
                        till_key: string;
                        /** @default false */
                        key_issues: boolean;
                        /** @default false */
                        key_deletes: boolean;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The code is unknown, used or over */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description This installation is a till of it, or the shop is full */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getFleetTills: {
        parameters: {
            query?: {
                company_id?: string;
                /** @description Tax number of the company */
                issuer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All there ever were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            till_id: string;
                            number: number;
                            name: string;
                            branch: string | null;
                            paired_at_ms: number;
                            seen_at_ms: number | null;
                            retired_at_ms: number | null;
                            is_replaced?: boolean;
                            is_hub?: boolean;
                            health?: {
                                version: string;
                                pending: number;
                                folios: {
                                    document_type: string;
                                    left: number;
                                }[];
                                certificate_days: number | null;
                                shift: {
                                    who: string;
                                } | null;
                                at_ms: number;
                                oldest_at_ms: number | null;
                                printer: {
                                    code: string;
                                    since_ms: number;
                                } | null;
                                steady_since_ms?: number;
                            };
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key does not reach it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    putFleetTillsTillId: {
        parameters: {
            query?: {
                company_id?: string;
                /** @description Tax number of the company */
                issuer?: string;
            };
            header?: never;
            path: {
                till_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {boolean} */
                    is_retired?: true;
                    is_hub?: boolean;
                };
            };
        };
        responses: {
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        till_id: string;
                        number: number;
                        name: string;
                        branch: string | null;
                        paired_at_ms: number;
                        seen_at_ms: number | null;
                        retired_at_ms: number | null;
                        is_replaced?: boolean;
                        is_hub?: boolean;
                        health?: {
                            version: string;
                            pending: number;
                            folios: {
                                document_type: string;
                                left: number;
                            }[];
                            certificate_days: number | null;
                            shift: {
                                who: string;
                            } | null;
                            at_ms: number;
                            oldest_at_ms: number | null;
                            printer: {
                                code: string;
                                since_ms: number;
                            } | null;
                            steady_since_ms?: number;
                        };
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key does not reach it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description The shop has no such till */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetEdits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    edits: {
                        edit_id: string;
                        /** @enum {string} */
                        kind: "category" | "product" | "picture" | "planned_price" | "price_list" | "list_price" | "list_percent" | "customer" | "customer_list" | "promotion" | "setting" | "role_rights" | "role" | "person" | "person_bar";
                        id: string;
                        fields: {
                            [key: string]: string | number | boolean | null | string[];
                        };
                        is_deleted: boolean;
                        age_ms: number | null;
                        heard_version: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description In their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            edit_id: string;
                            /** @enum {string} */
                            outcome: "taken" | "same_as" | "refused";
                            same_as?: string;
                            /** @enum {string} */
                            refusal?: "RECORD_UNKNOWN" | "RECORD_DELETED" | "FIELD_WRONG";
                            field?: string;
                            lost: {
                                field: string;
                                value: string | number | boolean | null | string[];
                                /** @enum {string} */
                                reason: "LATER" | "TAKEN";
                                by: number | null;
                            }[];
                        }[];
                        version: number;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation; or VERSION_AHEAD */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetMoves: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    moves: {
                        move_id: string;
                        /** @enum {string} */
                        kind: "opening" | "sold" | "returned" | "undone" | "annulled" | "received" | "corrected" | "counted";
                        product: string;
                        milli: number;
                        age_ms: number;
                        seq?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description In their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        moves: {
                            move_id: string;
                            version: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation; or VERSION_AHEAD */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetParked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    parked: {
                        parked_id: string;
                        number: number;
                        name: string;
                        line_count: number;
                        total_clp: number;
                        products: string[];
                        parked_by: string;
                        sale: string;
                        customer: string;
                        buyer: string;
                        age_ms: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parked: {
                            parked_id: string;
                            /** @enum {string} */
                            outcome: "kept" | "over" | "refused";
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation; or VERSION_AHEAD */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetParkedClaims: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    parked_id: string;
                    key: string;
                    /** @enum {string} */
                    step: "asked" | "done" | "used" | "given_up";
                    is_own: boolean;
                };
            };
        };
        responses: {
            /** @description Whose it is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        outcome: "granted";
                        parked_id: string;
                        number: number;
                        name: string;
                        line_count: number;
                        total_clp: number;
                        products: string[];
                        parked_by: string;
                        sale: string;
                        customer: string;
                        parked_at_ms: number;
                    } | {
                        /** @enum {string} */
                        outcome: "taken";
                        by: number;
                        by_name: string;
                    } | {
                        /** @enum {string} */
                        outcome: "own";
                    } | {
                        /** @enum {string} */
                        outcome: "unknown";
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation; or VERSION_AHEAD */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetWorths: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    worths: {
                        /** @enum {string} */
                        kind: "vale" | "credit" | "sale";
                        worth_id: string;
                        names: string[];
                        parts: {
                            [key: string]: number;
                        };
                        facts: string;
                        /** @default [] */
                        taken?: {
                            name: string;
                            by: number;
                            takes: {
                                [key: string]: number;
                            };
                            /** @enum {string} */
                            state: "granted" | "used" | "ended";
                            turn: number;
                        }[];
                        lent?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description All are kept, as they were told first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kept: number;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetWorthClaims: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "vale" | "credit" | "sale";
                    worth_id: string;
                    key: string;
                    takes: {
                        [key: string]: number;
                    } | null;
                    is_done: boolean;
                    /** @default null */
                    worth?: {
                        /** @enum {string} */
                        kind: "vale" | "credit" | "sale";
                        worth_id: string;
                        names: string[];
                        parts: {
                            [key: string]: number;
                        };
                        facts: string;
                        /** @default [] */
                        taken?: {
                            name: string;
                            by: number;
                            takes: {
                                [key: string]: number;
                            };
                            /** @enum {string} */
                            state: "granted" | "used" | "ended";
                            turn: number;
                        }[];
                        lent?: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Whether it is this till’s to spend */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        outcome: "granted";
                        takes: {
                            [key: string]: number;
                        };
                        left: {
                            [key: string]: number;
                        };
                        facts: string;
                    } | {
                        /** @enum {string} */
                        outcome: "short";
                        left: {
                            [key: string]: number;
                        };
                        /** @default {} */
                        held: {
                            [key: string]: number;
                        };
                        facts: string;
                    } | {
                        /** @enum {string} */
                        outcome: "ended";
                    } | {
                        /** @enum {string} */
                        outcome: "unknown";
                    } | {
                        /** @enum {string} */
                        outcome: "lent";
                        hub: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetWorthReleases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                    /** @enum {string} */
                    kind: "vale" | "credit" | "sale";
                    worth_id: string;
                    is_undone: boolean;
                };
            };
        };
        responses: {
            /** @description What is left by now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        left: {
                            [key: string]: number;
                        };
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetWorthRestores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    restore_id: string;
                    holds: string[];
                };
            };
        };
        responses: {
            /** @description How many of those there were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ended: number;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetWorthFinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "vale" | "credit" | "sale";
                    name: string;
                };
            };
        };
        responses: {
            /** @description None, one or some */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        worths: {
                            worth_id: string;
                            parts: {
                                [key: string]: number;
                            };
                            left: {
                                [key: string]: number;
                            };
                            facts: string;
                            /** @default [] */
                            taken: {
                                name: string;
                                by: number;
                                takes: {
                                    [key: string]: number;
                                };
                                /** @enum {string} */
                                state: "granted" | "used" | "ended";
                                turn: number;
                            }[];
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetFacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    told_before: {
                        /** @enum {string} */
                        kind: "sale" | "return" | "undo" | "deletion" | "deletion_refused" | "change" | "document" | "shift" | "cash" | "log";
                        fact_id: string;
                    } | null;
                    facts: ({
                        fact_id: string;
                        age_ms: number;
                        /** Format: date */
                        day: string;
                        hour: number;
                        /** @enum {string} */
                        kind: "sale" | "return" | "undo" | "deletion" | "deletion_refused" | "change";
                        sale_id: string;
                        original_id: string | null;
                        document_type: string;
                        /** @enum {string} */
                        documented_by: "receipt" | "voucher";
                        folio: number | null;
                        is_trial: boolean | null;
                        shift_id: string | null;
                        cashier: string;
                        gross_clp: number;
                        net_clp: number;
                        exempt_clp: number;
                        tax_clp: number;
                        rounding_clp: number;
                        discount_clp: number;
                        lines: {
                            product_id: string | null;
                            code: string;
                            name: string;
                            milli: number;
                            gross_clp: number;
                            is_exempt: boolean;
                            cost_net_clp: number | null;
                        }[];
                        payments: {
                            tender: string;
                            name: string;
                            clp: number;
                            tip_clp: number;
                            rounding_clp: number;
                        }[];
                    } | {
                        fact_id: string;
                        age_ms: number;
                        /** Format: date */
                        day: string;
                        hour: number;
                        /** @enum {string} */
                        kind: "document";
                        sale_id: string;
                        state: string;
                        document_type: string;
                        folio: number | null;
                        is_trial: boolean | null;
                    } | {
                        fact_id: string;
                        age_ms: number;
                        /** Format: date */
                        day: string;
                        hour: number;
                        /** @enum {string} */
                        kind: "shift";
                        shift_id: string;
                        number: number;
                        /** @enum {string} */
                        state: "opened" | "closed";
                        who: string;
                        approved_by: string | null;
                        float_clp: number;
                        counted_clp: number | null;
                        expected_clp: number | null;
                        difference_clp: number | null;
                    } | {
                        fact_id: string;
                        age_ms: number;
                        /** Format: date */
                        day: string;
                        hour: number;
                        /** @enum {string} */
                        kind: "cash";
                        shift_id: string;
                        /** @enum {string} */
                        direction: "in" | "out";
                        clp: number;
                        reason: string;
                        who: string;
                        approved_by: string | null;
                    } | {
                        fact_id: string;
                        age_ms: number;
                        /** Format: date */
                        day: string;
                        hour: number;
                        /** @enum {string} */
                        kind: "log";
                        action: string;
                        who: string;
                        approved_by: string | null;
                        sale_id: string | null;
                        detail: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description All are kept, as they were told first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kept: number;
                        knows_before: boolean;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: string;
                    pending: number;
                    folios: {
                        document_type: string;
                        left: number;
                    }[];
                    certificate_days: number | null;
                    shift: {
                        who: string;
                    } | null;
                    oldest_age_ms: number | null;
                    printer: {
                        code: string;
                        age_ms: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description It stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kept_at_ms: number;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetPinSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    box_key: string;
                    pepper_id: string | null;
                    /** @default false */
                    is_box_wrong?: boolean;
                    boxes: {
                        till_id: string;
                        box: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description How it stands by now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pepper_id: string | null;
                        is_free: boolean;
                        is_box_key: boolean;
                        box: string | null;
                        asking: {
                            till_id: string;
                            number: number;
                            name: string;
                            box_key: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetHubWorths: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    term: number;
                    after: number;
                    born: {
                        till_id: string;
                        worth: {
                            /** @enum {string} */
                            kind: "vale" | "credit" | "sale";
                            worth_id: string;
                            names: string[];
                            parts: {
                                [key: string]: number;
                            };
                            facts: string;
                        };
                    }[];
                    back: {
                        /** @enum {string} */
                        kind: "vale" | "credit" | "sale";
                        worth_id: string;
                        version: number;
                        taken: {
                            name: string;
                            by: number;
                            takes: {
                                [key: string]: number;
                            };
                            /** @enum {string} */
                            state: "granted" | "used" | "ended";
                            turn: number;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description What it has from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        worths: {
                            /** @enum {string} */
                            kind: "vale" | "credit" | "sale";
                            worth_id: string;
                            names: string[];
                            parts: {
                                [key: string]: number;
                            };
                            facts: string;
                            version: number;
                            giver: number;
                            taken: {
                                name: string;
                                by: number;
                                takes: {
                                    [key: string]: number;
                                };
                                /** @enum {string} */
                                state: "granted" | "used" | "ended";
                                turn: number;
                            }[];
                        }[];
                        has_more: boolean;
                        wanted: {
                            /** @enum {string} */
                            kind: "vale" | "credit" | "sale";
                            worth_id: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    postFleetHub: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    at: number | null;
                    /** @default 0 */
                    last?: number;
                    visit: number;
                    is_restored: boolean;
                    addresses: string[];
                    left: {
                        term: number;
                        granted: string[];
                        is_whole: boolean;
                        kept: {
                            [key: string]: string;
                        } | null;
                    }[];
                    waits: {
                        term: number;
                        parked: string[];
                    }[];
                    /** @default [] */
                    owes?: number[];
                    /** @default  */
                    epoch?: string;
                };
            };
        };
        responses: {
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hub: {
                            term: number;
                            till_id: string;
                            number: number;
                            name: string;
                            key: string;
                            addresses: string[];
                            /** @default [] */
                            tills: {
                                till_id: string;
                                number: number;
                                name: string;
                                key: string;
                            }[];
                        } | null;
                        over: {
                            term: number;
                            granted: string[];
                        }[];
                        /** @default [] */
                        lost: {
                            term: number;
                            granted: string[];
                        }[];
                        /** @default null */
                        missed: {
                            number: number;
                            name: string;
                            since_ms: number;
                        } | null;
                        was_told: boolean;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getFleetChanges: {
        parameters: {
            query?: {
                after?: number | null;
                epoch?: string;
                limit?: number;
                wait_ms?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A slice, in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: number;
                        epoch: string;
                        has_more: boolean;
                        records: {
                            /** @enum {string} */
                            kind: "category" | "product" | "picture" | "planned_price" | "price_list" | "list_price" | "list_percent" | "customer" | "customer_list" | "promotion" | "setting" | "role_rights" | "role" | "person" | "person_bar";
                            id: string;
                            version: number;
                            fields: {
                                [key: string]: string | number | boolean | null | string[];
                            };
                            is_deleted: boolean;
                        }[];
                        overruled: {
                            version: number;
                            /** @enum {string} */
                            kind: "category" | "product" | "picture" | "planned_price" | "price_list" | "list_price" | "list_percent" | "customer" | "customer_list" | "promotion" | "setting" | "role_rights" | "role" | "person" | "person_bar";
                            id: string;
                            field: string;
                            lost: string | number | boolean | null | string[];
                            won: string | number | boolean | null | string[];
                            by: number | null;
                            at_ms: number;
                        }[];
                        stock: {
                            product: string;
                            milli: number;
                            version: number;
                        }[];
                        /** @default [] */
                        counted: {
                            installation: string;
                            seq: number;
                            version: number;
                        }[];
                        /**
                         * @default [
                         *       "category",
                         *       "product",
                         *       "picture",
                         *       "customer"
                         *     ]
                         */
                        kinds: string[];
                        /** @default false */
                        key_issues: boolean;
                        /** @default [] */
                        parked: {
                            parked_id: string;
                            number: number;
                            name: string;
                            line_count: number;
                            total_clp: number;
                            products: string[];
                            parked_by: string;
                            version: number;
                            by: number;
                            by_name: string;
                            parked_at_ms: number;
                            taken: {
                                by: number;
                                by_name: string;
                                at_ms: number;
                            } | null;
                        }[];
                        /** @default [] */
                        worths: {
                            /** @enum {string} */
                            kind: "vale" | "credit" | "sale";
                            worth_id: string;
                            version: number;
                            taken: {
                                name: string;
                                by: number;
                                takes: {
                                    [key: string]: number;
                                };
                                /** @enum {string} */
                                state: "granted" | "used" | "ended";
                                turn: number;
                            }[];
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key of the till is unknown or has ended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description It is the key of another installation; or VERSION_AHEAD */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getFleetSold: {
        parameters: {
            query: {
                from: string;
                to: string;
                by: "day" | "hour" | "till" | "place" | "cashier" | "product" | "tender";
                company_id?: string;
                /** @description Tax number of the company */
                issuer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By day or hour in their order, else the most first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            key: string;
                            name: string;
                            count: number | null;
                            sold_clp: number;
                            returned_clp: number | null;
                            milli: number | null;
                            margin_clp: number | null;
                            cost_unknown_clp: number | null;
                        }[];
                        is_more: boolean;
                    };
                };
            };
            /** @description A day that is none, or too many */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            401: components["responses"]["KeyInvalidError"];
            /** @description The key does not reach it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            429: components["responses"]["TooManyError"];
            503: components["responses"]["AwayError"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready";
                        /** @description For who reaches the port itself */
                        checks?: {
                            /** @enum {string} */
                            database: "ok";
                            ranges_held: number;
                            certificates_ended: number;
                            /** @enum {string} */
                            authority: "ok" | "away" | "not asked";
                        };
                    };
                };
            };
            /** @description Its database is away, or it is about to end */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Nobody counts, or it was asked for through a proxy */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
            /** @description Its database is away, or it is about to end */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        errors: {
                            field: string;
                            code: string;
                            message: string;
                        }[];
                        document_id?: string;
                    };
                };
            };
        };
    };
}
