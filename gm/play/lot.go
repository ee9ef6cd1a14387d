package play

// LotForSeats is the label of the luck that deals seats.
const LotForSeats = "seats"
