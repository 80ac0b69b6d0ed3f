export type Warehouse = {
  id: number
  name: string
  publicName: string
  street1: string
  street2: string
  city: string
  zipcode: string
  country: string
}

/** The warehouse of a record as JSON, for any statement that knows its id. */
export const warehouseJson = (id: string) => `(
  select jsonb_build_object('id', w.id, 'name', w.name, 'publicName', w.public_name, 'street1', w.street1, 'street2', w.street2,
    'city', w.city, 'zipcode', w.zipcode, 'country', w.country)
  from warehouses w where w.id = ${id})`
